"""Evaluate observations by a trained network with any number of layers.

Observations and what a ReLU leaves of a hidden layer are mostly zeros: skipping them takes less
time than the products of whole matrices do, even for large batches. Every row is computed by
itself in a fixed order, so that no choice depends on the other rows or on the number of threads.

`weights` holds one layer after the other: its biases, then a row of weights for each input. `sizes`
holds the numbers of inputs, of units in each hidden layer, and of outputs: a logit for each action
and the value.
"""

import numpy as np

from parlour.core.chunks import chunk_done, take_chunk
from parlour.core.jit import entry, jit


@entry
def evaluate(weights, sizes, observations, logits, values, start, stop):
    """Write logits and values for some of the observations."""
    _evaluate(weights, sizes, observations, logits, values, start, stop)


@entry
def evaluate_together(weights, sizes, observations, logits, values, chunks):
    """Do a thread's share of `evaluate`."""
    start, stop = take_chunk(chunks)
    while start < stop:
        _evaluate(weights, sizes, observations, logits, values, start, stop)
        chunk_done(chunks, start, stop)
        start, stop = take_chunk(chunks)


@jit
def _evaluate(weights, sizes, observations, logits, values, start, stop):
    inputs = np.empty(sizes.max(), np.float32)
    outputs = np.empty_like(inputs)
    used = np.empty(len(inputs), np.int64)
    num_actions = logits.shape[1]
    for k in range(start, stop):
        inputs[: sizes[0]] = observations[k]
        first = 0
        for layer in range(len(sizes) - 1):
            before, after = sizes[layer], sizes[layer + 1]
            last = first + (before + 1) * after
            table = weights[first:last].reshape(before + 1, after)
            _write_layer(table, inputs[:before], used, outputs[:after])
            if layer < len(sizes) - 2:
                _rectify(outputs[:after])
            inputs, outputs = outputs, inputs
            first = last
        logits[k] = inputs[:num_actions]
        values[k] = inputs[num_actions]


@jit
def _write_layer(table, inputs, used, outputs):
    """Write a layer's outputs. Taking four inputs at a time saves loads and stores of them."""
    outputs[:] = table[0]
    number = 0
    for i in range(len(inputs)):
        used[number] = i
        number += inputs[i] != 0
    done = 0
    while done + 4 <= number:
        a, b, c, d = used[done], used[done + 1], used[done + 2], used[done + 3]
        input_a, input_b, input_c, input_d = inputs[a], inputs[b], inputs[c], inputs[d]
        row_a, row_b, row_c, row_d = table[a + 1], table[b + 1], table[c + 1], table[d + 1]
        for unit in range(len(outputs)):
            outputs[unit] = (
                outputs[unit]
                + input_a * row_a[unit]
                + input_b * row_b[unit]
                + input_c * row_c[unit]
                + input_d * row_d[unit]
            )
        done += 4
    while done < number:
        value, row = inputs[used[done]], table[used[done] + 1]
        for unit in range(len(outputs)):
            outputs[unit] += value * row[unit]
        done += 1


@jit
def _rectify(outputs):
    for unit in range(len(outputs)):
        outputs[unit] = max(outputs[unit], np.float32(0))
