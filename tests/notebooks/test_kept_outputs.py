"""The outputs kept in the notebooks: complete, small, and the same on every machine."""

from __future__ import annotations

import json
import re
from pathlib import Path

import nbformat
import pytest

from notebooks.execute import all_notebooks

MAX_BYTES, MAX_BYTES_TOGETHER = 700_000, 1_800_000
# Folders of a machine, and objects printed with their address.
MACHINE = re.compile(r"/(home|root|tmp|work|Users|usr|opt|var|private)/|[A-Z]:\\|\bat 0x[0-9a-f]+")
OURS = {"kernelspec", "language_info"}


def outputs(notebook):
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def test_there_are_notebooks_and_they_are_small():
    sizes = [path.stat().st_size for path in all_notebooks()]
    assert len(sizes) >= 6
    assert max(sizes) <= MAX_BYTES
    assert sum(sizes) <= MAX_BYTES_TOGETHER


@pytest.fixture(params=all_notebooks(), ids=lambda path: path.stem)
def notebook(request):
    notebook = nbformat.read(request.param, as_version=4)
    nbformat.validate(notebook)
    return notebook


def test_every_cell_was_executed_once_in_its_order(notebook):
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert outputs(notebook)


def test_no_errors_and_no_warnings_are_kept(notebook):
    for output in outputs(notebook):
        assert output.output_type != "error"
        assert output.get("name") != "stderr"
        assert "Warning" not in json.dumps(output)


def test_nothing_of_the_machine_is_kept(notebook):
    assert set(notebook.metadata) == OURS
    assert set(notebook.metadata.language_info) == {"name"}
    assert not any(cell.metadata for cell in notebook.cells)
    for output in outputs(notebook):
        data = {kind: text for kind, text in output.get("data", {}).items() if kind != "image/png"}
        match = MACHINE.search(json.dumps([output.get("text"), data]))
        assert not match, match


def test_a_notebook_begins_with_its_title_and_links_lead_somewhere(notebook):
    assert re.match(r"# \d\. \w", notebook.cells[0].source)
    folder = all_notebooks()[0].parent
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for link in re.findall(r"\]\(([^)#]+)\)", cell.source):
                assert (folder / Path(link)).exists(), link
