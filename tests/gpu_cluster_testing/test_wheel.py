"""The helpers are a wheel of their own: another team's tests install it without our product."""

import ast
import os
import zipfile
from pathlib import Path

import hatchling.build

import gpu_cluster_testing

PACKAGE = Path(gpu_cluster_testing.__file__).parent


def test_wheel_holds_every_module_under_the_package_name(tmp_path, monkeypatch):
    monkeypatch.chdir(PACKAGE)  # a build backend is called in the project's folder (PEP 517)
    wheel = tmp_path / hatchling.build.build_wheel(os.fspath(tmp_path))
    names = set(zipfile.ZipFile(wheel).namelist())
    modules = {f"gpu_cluster_testing/{path.name}" for path in PACKAGE.glob("*.py")}
    assert modules <= names
    assert "gpu_cluster_testing/py.typed" in names
    assert {name.split("/")[0] for name in names} == {"gpu_cluster_testing", "gpu_cluster_testing-0.1.0.dist-info"}


def test_nothing_of_the_product_is_imported():
    product = {"catalog", "declaration", "planning", "components", "policies", "operations", "rehearsal", "stacks"}
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.split(".")[0] for name in names} & product, path
