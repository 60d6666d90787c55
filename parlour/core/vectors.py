"""Write many floats of an observation at once.

Observations are most of a step's work, and most of an observation is sets spread out (a float for
each possible member) and rows copied from the rules record. The compiler alone does one float at a
time, as it can't know that the two records don't overlap. The jitted versions use LLVM's vectors
instead; plain Python runs the loops. The row of a section with a single row is 0.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from parlour.core.bits import count

_INT32, _INT64, _FLOAT = ir.IntType(32), ir.IntType(64), ir.FloatType()


def write_sets(sets, values, out, row):
    """Write to each place of the row the value of the set that contains it, or 0.

    The sets are disjoint.
    """
    target = out[row] if out.ndim == 2 else out
    for i in range(len(target)):
        target[i] = sum(value * ((members >> i) & 1) for members, value in zip(sets, values))


def write_counts(members, groups, factor, out, row):
    """Write to each place of the row the number of members in its group, times a factor."""
    target = out[row] if out.ndim == 2 else out
    for i in range(len(target)):
        target[i] = count(members & groups[i]) * factor


def write_scaled(numbers, scales, out, row):
    """Write a row of whole numbers, each times its scale."""
    for i in range(len(numbers)):
        out[row, i] = numbers[i] * scales[i]


def store_bytes(word, out, place):
    """Write the eight bytes of a word from a place on, the lowest first (as all processors that
    numba knows keep them in memory)."""
    out[place : place + 8] = np.frombuffer(int(word).to_bytes(8, "little"), np.int8)


def copy_row(rows, number, out, row):
    """Copy a row of one array to a row of another array of the same width."""
    out[row] = rows[number]


# Plain Python never runs the lines below, so the coverage leaves them out.
@intrinsic
def _write_sets(typing_context, sets, values, out, row):  # pragma: no cover
    assert out.dtype == types.float32
    assert len(sets) == len(values)

    def build(context, builder, signature, arguments):
        words = [builder.extract_value(arguments[0], i) for i in range(len(sets))]
        width = out.shape[-1]
        for first in range(0, width, 32):  # sets are int64, but floats have 32 bits
            size = min(32, width - first)
            lanes, floats = ir.VectorType(_INT32, size), ir.VectorType(_FLOAT, size)
            own_bit, zeros = lanes([1 << i for i in range(size)]), lanes([0] * size)
            result = floats([0.0] * size)
            for i, word in enumerate(words):
                word = builder.trunc(builder.lshr(word, _INT64(first)), _INT32)
                value = builder.fptrunc(builder.extract_value(arguments[1], i), _FLOAT)
                is_member = builder.icmp_unsigned(
                    "!=", builder.and_(_spread(builder, word, lanes), own_bit), zeros
                )
                result = builder.select(is_member, _spread(builder, value, floats), result)
            place = _row_pointer(context, builder, out, arguments[2], arguments[3], first)
            builder.store(result, builder.bitcast(place, floats.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(sets, values, out, types.int64), build


@intrinsic
def _write_counts(typing_context, members, groups, factor, out, row):  # pragma: no cover
    assert out.dtype == types.float32
    assert groups.dtype == types.int64
    assert groups.shape == out.shape[-1:]

    def build(context, builder, signature, arguments):
        width = out.shape[-1]
        words, lanes = ir.VectorType(_INT64, width), ir.VectorType(_INT32, width)
        floats = ir.VectorType(_FLOAT, width)
        count_each = builder.module.declare_intrinsic(
            f"llvm.ctpop.v{width}i64", fnty=ir.FunctionType(words, [words])
        )
        source = _row_pointer(context, builder, groups, arguments[1], _INT64(0), 0)
        groups_of = builder.load(builder.bitcast(source, words.as_pointer()), align=8)
        present = builder.and_(groups_of, _spread(builder, arguments[0], words))
        numbers = builder.trunc(builder.call(count_each, [present]), lanes)
        scale = _spread(builder, builder.fptrunc(arguments[2], _FLOAT), floats)
        result = builder.fmul(builder.sitofp(numbers, floats), scale)
        target = _row_pointer(context, builder, out, arguments[3], arguments[4], 0)
        builder.store(result, builder.bitcast(target, floats.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(types.int64, groups, types.float64, out, types.int64), build


@intrinsic
def _write_scaled(typing_context, numbers, scales, out, row):  # pragma: no cover
    assert out.dtype == types.float32
    assert len(numbers) == len(scales) == out.shape[-1]

    def build(context, builder, signature, arguments):
        width = out.shape[-1]
        lanes, floats = ir.VectorType(_INT32, width), ir.VectorType(_FLOAT, width)
        whole = ir.Constant(lanes, ir.Undefined)
        factors = ir.Constant(floats, ir.Undefined)
        for i, kind in enumerate(numbers):
            number = builder.extract_value(arguments[0], i)
            number = context.cast(builder, number, kind, types.int32)
            whole = builder.insert_element(whole, number, _INT32(i))
            scale = builder.fptrunc(builder.extract_value(arguments[1], i), _FLOAT)
            factors = builder.insert_element(factors, scale, _INT32(i))
        result = builder.fmul(builder.sitofp(whole, floats), factors)
        target = _row_pointer(context, builder, out, arguments[2], arguments[3], 0)
        builder.store(result, builder.bitcast(target, floats.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(numbers, scales, out, types.int64), build


@intrinsic
def _store_bytes(typing_context, word, out, place):  # pragma: no cover
    assert out.dtype == types.int8

    def build(context, builder, signature, arguments):
        data = context.make_array(out)(context, builder, arguments[1]).data
        target = builder.bitcast(builder.gep(data, [arguments[2]]), _INT64.as_pointer())
        builder.store(arguments[0], target, align=1)
        return context.get_dummy_value()

    return types.void(types.uint64, out, types.int64), build


@intrinsic
def _copy_row(typing_context, rows, number, out, row):  # pragma: no cover
    assert rows.dtype == out.dtype == types.float32
    assert rows.shape[1] == out.shape[1]

    def build(context, builder, signature, arguments):
        whole = ir.VectorType(_FLOAT, out.shape[1]).as_pointer()
        source = _row_pointer(context, builder, rows, arguments[0], arguments[1], 0)
        target = _row_pointer(context, builder, out, arguments[2], arguments[3], 0)
        content = builder.load(builder.bitcast(source, whole), align=4)
        builder.store(content, builder.bitcast(target, whole), align=4)
        return context.get_dummy_value()

    return types.void(rows, types.int64, out, types.int64), build


def _row_pointer(context, builder, kind, array, row, first):  # pragma: no cover
    data = context.make_array(kind)(context, builder, array).data
    start = builder.add(builder.mul(row, _INT64(kind.shape[-1])), _INT64(first))
    return builder.gep(data, [start])


def _spread(builder, scalar, vector):  # pragma: no cover
    """Return a vector full of one number."""
    nothing = ir.Constant(vector, ir.Undefined)
    one = builder.insert_element(nothing, scalar, _INT32(0))
    places = ir.VectorType(_INT32, vector.count)([0] * vector.count)
    return builder.shuffle_vector(one, nothing, places)


@overload(write_sets)
def _write_sets_jitted(sets, values, out, row):  # pragma: no cover
    return lambda sets, values, out, row: _write_sets(sets, values, out, row)


@overload(write_counts)
def _write_counts_jitted(members, groups, factor, out, row):  # pragma: no cover
    return lambda members, groups, factor, out, row: _write_counts(
        members, groups, factor, out, row
    )


@overload(write_scaled)
def _write_scaled_jitted(numbers, scales, out, row):  # pragma: no cover
    return lambda numbers, scales, out, row: _write_scaled(numbers, scales, out, row)


@overload(store_bytes)
def _store_bytes_jitted(word, out, place):  # pragma: no cover
    return lambda word, out, place: _store_bytes(word, out, place)


@overload(copy_row)
def _copy_row_jitted(rows, number, out, row):  # pragma: no cover
    return lambda rows, number, out, row: _copy_row(rows, number, out, row)
