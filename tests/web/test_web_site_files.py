"""The files of a site: relative, whole or not at all, known by their contents."""

import json
import re

import pytest
from click.testing import CliRunner

from salet.cli.site import site
from salet.errors import InvalidError
from salet.web.html import WEB, policy
from salet.web.site import MARK, Site
from tests.web.conftest import shared_files


def test_a_site_is_known_by_its_contents(made, newer):
    assert newer.version != made.version
    assert all(made.version in path for path in made.files if "/" in path)
    facts = made.facts
    assert facts["compressed"] < facts["bytes"] == sum(map(len, made.files.values()))
    assert [one["name"] for one in facts["lexicons"]][:1] == ["original"]


def test_another_service_worker_is_another_version(made, tmp_path, monkeypatch):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "sw.js").write_text("// other")
    monkeypatch.setattr("salet.web.site.WEB", tmp_path)
    assert Site.of(shared_files(made), []).version != made.version


def test_every_address_is_relative_and_there(made):
    for page in (name for name in made.files if name.endswith(".html")):
        text = made.files[page].decode()
        found = [
            part.split('"')[0] for part in text.replace(' src="', ' href="').split(' href="')[1:]
        ]
        places = {part.partition("#")[0] for part in found} - {"", "./"}
        assert places <= set(made.files), page
    manifest = json.loads(made.files[f"{made.version}/manifest.json"])
    assert {f"{made.version}/{icon['src']}" for icon in manifest["icons"]} <= set(made.files)
    assert {manifest["start_url"], manifest["scope"], manifest["id"]} == {"../"}


def test_the_policy_is_that_of_the_server(made):
    assert policy() in made.files["index.html"].decode()
    assert "'unsafe" not in policy()
    assert "http" not in policy()


def test_a_site_is_written_whole_or_not_at_all(made, newer, tmp_path, monkeypatch):
    folder = tmp_path / "new" / "site"
    made.write(folder)
    assert {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} == {
        *made.files
    }
    monkeypatch.setattr(Site, "_lay_out", lambda _, new: (new.mkdir(), 1 / 0))
    with pytest.raises(ZeroDivisionError):
        newer.write(folder)
    assert json.loads((folder / MARK).read_text())["version"] == made.version
    monkeypatch.undo()
    newer.write(folder)  # over the older one, of which nothing stays
    assert json.loads((folder / MARK).read_text())["version"] == newer.version
    assert not (folder / made.version).exists()
    assert [path.name for path in folder.parent.iterdir()] == ["site"]


def test_other_things_are_not_overwritten(made, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(InvalidError, match="holds other things than a site"):
        made.write(tmp_path)
    with pytest.raises(InvalidError, match="is a file"):
        made.write(tmp_path / "thesis.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_the_command_builds_and_refuses(tmp_path):
    runner = CliRunner()
    built = runner.invoke(site, ["build", str(tmp_path / "x"), "--lexicon", "original", "--json"])
    facts = json.loads(built.stdout)
    assert [one["name"] for one in facts["lexicons"]] == ["original"]
    assert (tmp_path / "x" / facts["version"] / "engine" / "worker.js").is_file()
    other = runner.invoke(site, ["build", str(tmp_path / "y"), "--lexicon", "orignal"])
    assert "there is no bundled lexicon 'orignal'; did you mean original or" in str(other.exception)
    assert not (tmp_path / "y").exists()


def test_all_modules_are_asked_for_at_once(made):
    engine = {path.name for path in (WEB / "static" / "engine").glob("*.js")} - {"worker.js"}
    worker = made.files[f"{made.version}/engine/worker.js"].decode()
    assert set(re.findall(r'^import .*?"\./([\w-]+\.js)";$', worker, re.MULTILINE)) == engine
    for name in ("index.html", "play.html", "review.html"):
        page = made.files[name].decode()
        asked = {*re.findall(r'(?:href|src)="[^"]*?/([\w-]+\.js)"', page)}
        for script in asked:
            text = made.files[f"{made.version}/{script}"].decode()
            assert {*re.findall(r'^import .*from "\./([\w-]+\.js)";$', text, re.MULTILINE)} <= asked
        # The engine's worker is started before anything else is read.
        assert page.index("/api.js") < page.index("/base.css")
