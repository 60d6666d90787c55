"""The command that runs notebooks: tiny ones, of which some fail."""

from __future__ import annotations

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from notebooks import execute


@pytest.fixture
def make(tmp_path):
    def make(name, *cells):
        path = tmp_path / name
        nbformat.write(new_notebook(cells=[new_code_cell(source) for source in cells]), path)
        return path

    return make


def test_notebooks_run_on_this_checkout_in_a_folder_of_their_own(make, tmp_path, capfd):
    here = repr(str(execute.ROOT))
    fine = make("fine.ipynb", f"import agents\nassert agents.__file__.startswith({here})")
    writes = make("writes.ipynb", "open('left.txt', 'w').write('x')", "print(1)\nprint(2)")
    before = fine.read_bytes(), writes.read_bytes()
    assert execute.main([str(fine), str(writes)]) == 0
    assert "fine.ipynb: fine" in capfd.readouterr().out
    assert (fine.read_bytes(), writes.read_bytes()) == before
    assert sorted(tmp_path.iterdir()) == [fine, writes]


def test_a_notebook_that_fails_is_reported_with_its_cell(make, capfd):
    fine, wrong = make("fine.ipynb", "1"), make("wrong.ipynb", "1", "wonder = 1 / 0")
    before = wrong.read_bytes()
    assert execute.main([str(fine), str(wrong)]) == 1
    output = capfd.readouterr()
    assert "fine.ipynb: fine" in output.out
    assert "wrong.ipynb: failed" in output.out
    assert "wonder = 1 / 0" in output.err
    assert "ZeroDivisionError: division by zero" in output.err
    assert wrong.read_bytes() == before


def test_outputs_are_written_only_when_asked_and_without_what_changes(make):
    path = make("writes.ipynb", "print('one')", "print('two')\n3")
    assert execute.main(["--write", str(path)]) == 0
    written = path.read_bytes()
    first, second = nbformat.read(path, as_version=4).cells
    assert (first.execution_count, second.execution_count) == (1, 2)
    assert first.outputs[0].text == "one\n"
    assert second.outputs[1].data["text/plain"] == "3"
    assert execute.main(["--write", str(path)]) == 0
    assert path.read_bytes() == written


def test_other_files_are_refused(tmp_path, capsys):
    assert execute.main([str(tmp_path / "none.ipynb")]) == 2
    assert "there is no file" in capsys.readouterr().err
    broken = tmp_path / "broken.ipynb"
    broken.write_text("{")
    assert execute.main([str(broken)]) == 2
    assert "is no notebook that can be read" in capsys.readouterr().err
