"""Players of the user's own: their functions compiled, and called by the core.

A function is compiled with every index checked and the rules read-only, so whatever it does,
it can spoil nothing; what it raises comes back to the core as an answer that is no position.
The core knows it by its address. Tried first: numba's own function type; through it an
exception is printed and lost.
"""

import operator
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np

from simulate.catalogue import RulesError
from simulate.jit import JIT_OFF
from simulate.own_file import OwnFile, own_file
from simulate.view import View

NO_ANSWER = -1
_LONGEST = 200
_PLACE = re.compile(r'File "(?P<path>[^"]+)", line (?P<line>\d+)')
_BOILERPLATE = re.compile(r"^(Failed in \w+ mode pipeline.*|During: .*|File .*|\^.*|<source .*|)$")

if JIT_OFF:

    def ask_own(functions: Any, place: Any, view: Any, word: Any) -> Any:
        """What the user's function at that place answers; `NO_ANSWER` if it raises."""
        try:
            return operator.index(functions[place](_in_python(view), int(word)))
        except Exception:
            return NO_ANSWER

else:
    from llvmlite import ir
    from numba.core import cgutils, errors, imputils
    from numba.core import types as numba_types
    from numba.extending import intrinsic

    types: Any = numba_types

    _PAIR, _WORD, _NUMBER = types.UniTuple(types.uint64, 2), types.uint64, types.int64
    _KINDS_OF_FIELD = {"rules": types.Array(types.int64, 1, "C", readonly=True), "table": _WORD}
    _PAIRS = ("pack", "hand", "legal", "played", "shown")
    # What a view is to the compiler; the rules can't be written to.
    VIEW = types.NamedTuple(
        [
            _KINDS_OF_FIELD.get(name, _PAIR if name in _PAIRS or name.startswith("used_") else _NUMBER)
            for name in View._fields
        ],
        View,
    )

    @intrinsic
    def ask_own(typingctx: Any, functions: Any, place: Any, view: Any, word: Any) -> Any:  # noqa: ARG001
        """What the user's function at that place of an array of addresses answers."""
        for name, found, told in zip(View._fields, view.types, VIEW.types, strict=True):
            if found != told and name != "rules":
                raise errors.TypingError(f"a view's {name} is {found}, and not {told}")

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            addresses = context.make_array(signature.args[0])(context, builder, args[0])
            address = builder.load(builder.gep(addresses.data, [args[1]]))
            shown = cgutils.alloca_once_value(builder, args[2])  # type: ignore[no-untyped-call]
            pointer = builder.bitcast(shown, cgutils.voidptr_t)
            kind = ir.FunctionType(ir.IntType(64), [cgutils.voidptr_t, ir.IntType(64)])
            return builder.call(builder.inttoptr(address, kind.as_pointer()), [pointer, args[3]])

        return types.int64(functions, types.int64, view, types.uint64), codegen

    @intrinsic
    def _view_at(typingctx: Any, pointer: Any) -> Any:  # noqa: ARG001
        """The view that lies at an address."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = context.get_value_type(VIEW)
            view = builder.load(builder.bitcast(args[0], kind.as_pointer()))
            borrowed: Any = imputils.impl_ret_borrowed
            return borrowed(context, builder, signature.return_type, view)

        return VIEW(types.voidptr), codegen


class OwnPlayer:
    """A user's function, compiled; as Python calls it, it refuses what is no position.

    Raises
    ------
    RulesError
        The file fails when it is run, or the function can't be compiled: one line with the place.
    """

    def __init__(self, file: OwnFile) -> None:
        self._file = file
        self._plain, self._compiled = self._functions()
        if not JIT_OFF:
            self._entry = self._compile()

    @property
    def for_core(self) -> Any:
        """What the core calls: an address, or where nothing is compiled the function itself."""
        return self._plain if JIT_OFF else self._entry.address

    def __call__(self, view: View, word: Any) -> int:
        """The position that the function answers.

        Raises
        ------
        RulesError
            It raises something, or answers what is no position: one line with the place.
        """
        rules = view.rules.view()
        rules.flags.writeable = False
        seen = view._replace(rules=rules)
        try:
            if JIT_OFF:
                answer = self._plain(_in_python(seen), int(word))
            else:
                answer = self._compiled(seen, np.uint64(word))
        except Exception as error:
            raise self._explained(error, seen, word) from None
        if not isinstance(answer, int | np.integer) or not 0 <= answer < view.legal_count:
            raise self._file.refuse(
                self._file.line,
                f"{self._file.function} answered {answer}, which is no position in the legal list of "
                f"{view.legal_count} (seat {view.seat}, trick {view.trick})",
            )
        return int(answer)

    def _explained(self, error: Exception, view: View, word: Any) -> RulesError:
        """What was raised, with the line: compiled code doesn't always tell it, plain Python does."""
        place = self._last_line(error)
        try:
            self._plain(_in_python(view), int(word))
        except Exception as again:
            if type(again) is type(error):
                error, place = again, self._last_line(again)
        where = f"(seat {view.seat}, trick {view.trick})"
        return self._file.refuse(place, f"{type(error).__name__}: {_shortened(str(error))} {where}")

    def _last_line(self, error: BaseException) -> int:
        """The last line of the file that an exception went through; else where the function begins."""
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == self._file.path]
        return (lines[-1] if lines else None) or self._file.line

    def _functions(self) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """The function as plain Python and as it is to be compiled, with all of the file that it calls."""
        module: dict[str, Any] = {"__name__": "player", "__file__": self._file.path}
        try:
            # Standard output is for the answer.
            with redirect_stdout(sys.stderr):
                exec(compile(self._file.text, self._file.path, "exec"), module)
        except (Exception, SystemExit) as error:
            line = self._last_line(error)
            raise self._file.refuse(line, f"{type(error).__name__}: {_shortened(str(error))}") from None
        plain, compiled = dict(module), dict(module)
        for name, value in module.items():
            body = getattr(value, "py_func", value)
            if not isinstance(body, FunctionType):
                continue
            if body.__code__.co_filename != self._file.path:
                plain[name] = body
                continue
            plain[name], copy = (
                FunctionType(body.__code__, names, body.__name__, body.__defaults__, body.__closure__)
                for names in (plain, compiled)
            )
            compiled[name] = numba.njit(boundscheck=True)(copy)
        if not isinstance(plain[self._file.function], FunctionType):
            raise self._file.refuse(self._file.line, f"{self._file.function} is no plain or jitted function")
        return plain[self._file.function], compiled[self._file.function]

    def _compile(self) -> Any:
        player: Any = self._compiled
        try:
            player.compile((VIEW, types.uint64))
        except Exception as error:  # numba has errors of its own, and lets others through
            raise self._not_compiled(str(error)) from None
        (compiled,) = player.overloads.values()
        answers = compiled.signature.return_type
        if not isinstance(answers, types.Integer):
            raise self._file.refuse(
                self._file.line,
                f"{self._file.function} answers {_shortened(str(answers))}, and must answer an integer",
            )

        def entry(pointer: Any, word: Any) -> Any:
            view: Any = _view_at(pointer)  # type: ignore[call-arg]
            answer = np.int64(NO_ANSWER)
            try:
                answer = np.int64(player(view, word))
            except Exception:
                answer = np.int64(NO_ANSWER)
            return answer

        return numba.cfunc(types.int64(types.voidptr, types.uint64))(entry)

    def _not_compiled(self, told: str) -> RulesError:
        """What the compiler said, in a line."""
        # The compiler shortens paths, but not the file's name.
        name = Path(self._file.path).name
        places = [place for place in _PLACE.finditer(told) if Path(place["path"]).name == name]
        said = [line.strip() for line in told.splitlines() if not _BOILERPLATE.match(line.strip())]
        return self._file.refuse(
            int(places[-1]["line"]) if places else self._file.line,
            f"can't be compiled: {_shortened(' '.join(said))}",
        )


def _in_python(view: View) -> View:
    """The view in Python's own integers, which a plain function can mix as compiled code does."""
    fields: dict[str, Any] = {
        name: tuple(map(int, value)) if isinstance(value, tuple) else int(value)
        for name, value in view._asdict().items()
        if name != "rules"
    }
    return View(rules=view.rules, **fields)


def _shortened(text: str) -> str:
    told = " ".join(text.split())
    return told if len(told) <= _LONGEST else f"{told[:_LONGEST]}…"


def for_core(players: Sequence[OwnPlayer]) -> Any:
    """Users' functions as the core gets them: addresses, or where nothing is compiled the functions."""
    called = [player.for_core for player in players]
    return tuple(called) if JIT_OFF else np.array(called, np.int64)


def own_player(name: str) -> OwnPlayer:
    """The player that ``path.py:function`` names, compiled; once for the same content of the file.

    Raises
    ------
    RulesError
        As `own_file` and `OwnPlayer` do.
    """
    return _compiled(own_file(name))


_compiled = lru_cache(maxsize=64)(OwnPlayer)
