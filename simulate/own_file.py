"""A player of the user's own: the Python file and the function in it that a name like ``my.py:choose`` gives.

Here the file is read and looked at, not run: names are checked for exact answers too, which
play nothing. `simulate.own` compiles it.
"""

import ast
import hashlib
import re
from dataclasses import dataclass

from simulate.catalogue import RulesError, file_text

_HASH_DIGITS = 12
_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<function>[^@:]*))?(?:@(?P<hash>[0-9a-f]{12}))?", re.DOTALL)


@dataclass(frozen=True)
class OwnFile:
    """A function of a user's file.

    Attributes
    ----------
    path, function : the file and the function's name.
    text : what the file says.
    line : where the function begins.
    """

    path: str
    function: str
    text: str
    line: int

    @property
    def name(self) -> str:
        """What the player is called: with a hash of the file, which may be another tomorrow."""
        digest = hashlib.sha256(self.text.encode()).hexdigest()[:_HASH_DIGITS]
        return f"{self.path}:{self.function}@{digest}"

    def refuse(self, line: int, said: str) -> RulesError:
        """The error that names a place in the file."""
        return RulesError(f"{self.path}:{line}: {said}")


def is_own(name: str) -> bool:
    """Whether a player's name is that of a file."""
    return _FILE.fullmatch(name) is not None


def own_file(name: str) -> OwnFile:
    """The function that ``path.py:function`` names, or ``path.py:function@hash``, as documents tell it.

    Raises
    ------
    RulesError
        The file can't be read, isn't Python, was changed since, or has no such function of two
        parameters: one line, with the place where there is one.
    """
    match = _FILE.fullmatch(name)
    assert match is not None
    path, function = match["path"], match["function"]
    if not function:
        raise RulesError(f"player {name!r}: which function of the file? Write {path}:NAME")
    text = file_text(path, "player file")
    try:
        body = ast.parse(text, path).body
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise RulesError(f"{path}:{line}: no Python: {getattr(error, 'msg', error)}") from None
    functions = {node.name: node for node in body if isinstance(node, ast.FunctionDef)}
    if function not in functions:
        there = f"it has {', '.join(functions)}" if functions else "it has none"
        raise RulesError(f"player file {path!r}: no function {function!r} in it; {there}")
    node = functions[function]
    parameters = node.args
    others = (parameters.vararg, parameters.kwarg, *parameters.kwonlyargs)
    if len(parameters.posonlyargs) + len(parameters.args) != 2 or any(others):
        raise RulesError(f"{path}:{node.lineno}: {function} must have two parameters, (view, word)")
    found = OwnFile(path, function, text, node.lineno)
    if match["hash"] and not found.name.endswith(f"@{match['hash']}"):
        raise RulesError(f"player file {path!r} was changed since; it is now {found.name}")
    return found
