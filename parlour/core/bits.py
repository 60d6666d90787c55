"""Sets of cards, pieces and spaces as the bits of one int64.

Every set has at most 62 members, so the sign bit is never touched and plain int64 arithmetic is
safe (mixing uint64 with int64 would silently give floats). The set of one member is `1 << member`.
"""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from parlour.core.jit import jit


def count(members):
    """Return the number of members of a set."""
    return int(members).bit_count()


def lowest(members):
    """The smallest member of a set that is not empty."""
    members = int(members)
    return (members & -members).bit_length() - 1


def highest(members):
    """The largest member of a set that is not empty."""
    return int(members).bit_length() - 1


# The processor's own instructions, for jitted code; plain Python never runs these lines, so the
# coverage leaves them out.
@intrinsic
def _ctpop(typing_context, members):  # pragma: no cover
    def build(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def _cttz(typing_context, members):  # pragma: no cover
    def build(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@intrinsic
def _ctlz(typing_context, members):  # pragma: no cover
    def build(context, builder, signature, arguments):
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@overload(count, inline="always")
def _count_jitted(members):  # pragma: no cover
    return lambda members: _ctpop(members)


@overload(lowest, inline="always")
def _lowest_jitted(members):  # pragma: no cover
    return lambda members: _cttz(members)


@overload(highest, inline="always")
def _highest_jitted(members):  # pragma: no cover
    return lambda members: 63 - _ctlz(members)


@jit
def nth(members, n):
    """The n-th smallest member, counting from 0."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)


@jit
def first_of_each(members, groups, num_groups):
    """Keep only the smallest member of each group of interchangeable members."""
    for g in range(num_groups):
        present = members & groups[g]
        if present:
            members = (members & ~groups[g]) | (present & -present)
    return members
