"""Ctrl-C for work in steps."""

from __future__ import annotations

import signal
import threading

import pytest

from agents.reporting.interrupt import Interrupt, ignore_interrupt, start_ignoring_interrupt


def test_the_first_ctrl_c_is_noted_and_the_second_one_raises(capsys):
    before = signal.getsignal(signal.SIGINT)
    with Interrupt("finishing the step") as interrupt:
        assert not interrupt.asked
        signal.raise_signal(signal.SIGINT)
        assert interrupt.asked
        assert capsys.readouterr().err == "finishing the step\n"
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_it_need_not_listen():
    before = signal.getsignal(signal.SIGINT)
    with Interrupt(listening=False):
        assert signal.getsignal(signal.SIGINT) is before


def test_processes_ignore_it():
    before = signal.getsignal(signal.SIGINT)
    with start_ignoring_interrupt():
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGINT) is before
    ignore_interrupt()
    assert signal.signal(signal.SIGINT, before) is signal.SIG_IGN


def test_other_threads_get_no_signals():
    errors = []

    def work() -> None:
        try:
            with start_ignoring_interrupt(), Interrupt() as interrupt:
                assert not interrupt.asked
        except ValueError as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert errors == []
