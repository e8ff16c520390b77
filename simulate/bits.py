"""Operations on 64-bit words that both jitted code and plain Python can run.

With the JIT on they are single portable LLVM operations, the same bits on every machine;
with it off (``NUMBA_DISABLE_JIT=1``) plain integers do the same.
"""

from typing import Any

import numpy as np

from simulate.jit import JIT_OFF, inlined

MASK64 = (1 << 64) - 1

if JIT_OFF:

    def popcount(word: Any) -> int:
        """Number of set bits."""
        return int(word).bit_count()

    def lowest(word: Any) -> int:
        """Place of the lowest set bit; `word` must not be 0."""
        return (int(word) & -int(word)).bit_length() - 1

    def highest(word: Any) -> int:
        """Place of the highest set bit; `word` must not be 0."""
        return int(word).bit_length() - 1

    def multiply_high(a: Any, b: Any) -> Any:
        """The high word of the 128-bit product."""
        return np.uint64(int(a) * int(b) >> 64)

    def multiply_low(a: Any, b: Any) -> Any:
        """The low word of the product."""
        return np.uint64(int(a) * int(b) & MASK64)

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def _ctpop(typingctx: Any, word: Any) -> Any:  # noqa: ARG001
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
            return builder.ctpop(args[0])

        return types.int64(types.uint64), codegen

    @intrinsic
    def _cttz(typingctx: Any, word: Any) -> Any:  # noqa: ARG001
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), codegen

    @intrinsic
    def _ctlz(typingctx: Any, word: Any) -> Any:  # noqa: ARG001
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
            return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), codegen

    @intrinsic
    def _multiply_high(typingctx: Any, a: Any, b: Any) -> Any:  # noqa: ARG001
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
            wide = ir.IntType(128)
            product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
            return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), codegen

    @inlined
    def popcount(word: Any) -> Any:
        """Number of set bits."""
        return _ctpop(np.uint64(word))  # type: ignore[call-arg]

    @inlined
    def lowest(word: Any) -> Any:
        """Place of the lowest set bit; `word` must not be 0."""
        return _cttz(np.uint64(word))  # type: ignore[call-arg]

    @inlined
    def highest(word: Any) -> Any:
        """Place of the highest set bit; `word` must not be 0."""
        return 63 - _ctlz(np.uint64(word))  # type: ignore[call-arg]

    @inlined
    def multiply_high(a: Any, b: Any) -> Any:
        """The high word of the 128-bit product."""
        return _multiply_high(np.uint64(a), np.uint64(b))  # type: ignore[call-arg]

    @inlined
    def multiply_low(a: Any, b: Any) -> Any:
        """The low word of the product."""
        return np.uint64(a) * np.uint64(b)
