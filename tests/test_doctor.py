"""`satchel doctor`, and the meter by cgroups: what works here, why not, and what is read."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path

import pytest

from satchel.compare import machine
from satchel.compare.measuring import conditions, runexec
from satchel.compare.measuring.attempt import Answered, Begun, Loaded, Spent
from satchel.compare.measuring.conditions import Conditions
from satchel.compare.measuring.measure import measure
from satchel.compare.measuring.meter import RunLimits
from satchel.compare.measuring.meters import best_meter
from satchel.compare.measuring.runexec import RunExec, measured, read_result
from satchel.compare.record import METERS
from satchel.errors import BackendError
from satchel.extras import pip_install
from satchel.tasks.choose import list_backends
from satchel.tasks.work.events import Failed, Found
from tests.commands import done
from tests.measuring import measured as measured_by_tree
from tests.measuring import run_of, setting

WORKS = RunExec().refusal() is None
"""Whether this machine lets us make cgroups; CI need not."""


def test_doctor_names_everything() -> None:
    found = json.loads(done("doctor", "--output", "json"))
    names, missing = list_backends()
    assert list(found["backends"]) == names
    assert found["missing"] == missing
    looks = {each["name"]: each for each in found["machine"]}
    assert set(looks) == {
        *("meter", "cgroups", "cores", "frequency", "memory", "swap", "load", "others")
    }
    assert looks["meter"]["good"] is WORKS
    assert found["reliable"] is all(each["good"] is not False for each in found["machine"])


def test_doctor_speaks_plainly() -> None:
    said = done("doctor")
    assert "Measurements on this machine, now: " in said
    assert "z3-solver" in said
    for why in list_backends()[1].values():
        assert why in said


def test_a_missing_benchexec_is_named_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    runexec._refusal.cache_clear()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(sys, "platform", "linux")
    assert RunExec().refusal() == f"BenchExec is not installed: {pip_install('benchexec')}"
    assert best_meter().name == "process tree"
    assert pip_install("benchexec") in machine._runexec().text
    runexec._refusal.cache_clear()


def test_cgroups_that_are_shut_are_told_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = tmp_path / "user.slice"
    group.mkdir()
    for place in (tmp_path, group):
        (place / "cgroup.controllers").write_text("cpuset cpu io memory\n")
    monkeypatch.setattr(machine, "_mounted", lambda: [("cgroup2", tmp_path)])
    monkeypatch.setattr(machine, "_own_groups", lambda: {"": "/user.slice"})
    assert machine._cgroups() == (True, "version 2, delegated and writable")
    (group / "cgroup.controllers").write_text("cpu pids\n")
    assert machine._cgroups() == (False, f"version 2, but {group} is not delegated memory")
    monkeypatch.setattr("os.access", lambda place, mode: False)
    good, text = machine._cgroups()
    assert not good
    assert "not writable for this user" in text
    monkeypatch.setattr(machine, "_mounted", list)
    assert machine._cgroups() == (False, "none are mounted")


def test_a_crowd_and_a_stall_are_doubts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (0.5, 0, 0))
    monkeypatch.setattr(conditions, "stall", lambda: 7.0)
    monkeypatch.setattr(conditions, "swapped", lambda: 3)
    calm = Conditions()
    assert calm.doubts() == []
    monkeypatch.setattr("os.getloadavg", lambda: (999.0, 0, 0))
    monkeypatch.setattr(conditions, "stall", lambda: 8.0)
    monkeypatch.setattr(conditions, "swapped", lambda: 4)
    crowd, stall, swap = calm.doubts()
    assert crowd.startswith("load average 999.0 on ")
    assert stall == "processes waited for a core 100% of the time"
    assert swap == "memory was swapped to disk"


def test_a_doubt_ends_up_in_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (999.0, 0, 0))
    record = measured_by_tree(tmp_path, "queens:n=4", "cadical")
    assert not record.reliable
    assert "load average 999.0" in str(record.why)


TIMEOUT = """starttime=2026-11-30T06:03:51.260699+00:00
terminationreason=walltime
exitsignal=9
walltime=3.0226621129986597s
cputime=0.004691292s
cputime-cpu0=0.004064782s
memory=1155072B
blkio-read=0B
"""
"""What runexec 3.35 printed of `sh -c 'sleep 32'` with two seconds; the next, without memory."""
MEMORY = """starttime=2026-11-30T06:03:55.187032+00:00
terminationreason=memory
exitsignal=9
walltime=0.21931990500161191s
cputime=0.056987074s
memory=99999744B
"""
ENDED = "returnvalue=0\nwalltime=1.5s\ncputime=1.25s\nmemory=52428800B\n"


WALL = RunLimits(None, 2.0)
"""Of a plan made before CPU time was limited."""


def test_results_of_runexec_are_read() -> None:
    told = read_result(TIMEOUT)
    assert (told["terminationreason"], told["memory"]) == ("walltime", "1155072B")
    begun, loaded = Begun(0.001, 1.0), Loaded(0.25)
    late = measured([begun, loaded], told, WALL, "")
    assert (late.limit, late.failure, late.wall) == ("timeout", None, 2.0)
    assert late.cpu == pytest.approx(0.003691292)
    assert late.times() == {"load": 0.25, "solve": 1.75}
    full = measured([begun], read_result(MEMORY), WALL, "")
    assert (full.limit, full.memory) == ("memory", 99999744)


def test_what_a_process_reported_goes_with_what_runexec_measured() -> None:
    events = [
        *(Begun(0.25, 0.75), Loaded(0.1), Answered(True, 0.5, {"conflicts": 3})),
        *(Found({}, "", 0.6, 0.01), Spent(0.7, 0.65, 1000)),
    ]
    told = measured(events, read_result(ENDED), WALL, "")
    assert (told.limit, told.failure, told.misanswer) == (None, None, None)
    assert (told.wall, told.cpu, told.memory) == (0.7, 1.0, 52428800)
    assert told.times() == {"load": 0.1, "solve": 0.5, "decode": 0.01}


@pytest.mark.parametrize(
    ("reported", "result", "why"),
    [
        ([Failed("BackendError", "it gave up")], ENDED, ("failure", "it gave up")),
        ([Failed("AnswerError", "no model")], ENDED, ("misanswer", "no model")),
        ([Failed("MemoryError", "")], ENDED, ("limit", "memory")),
        ([], "exitsignal=11\nwalltime=1s\ncputime=1s\n", ("failure", "exitsignal 11: last words")),
        ([], "exitsignal=14\nwalltime=1s\ncputime=1s\n", ("limit", "timeout")),
    ],
)
def test_what_goes_wrong_is_told_apart(
    reported: list[Failed], result: str, why: tuple[str, str]
) -> None:
    told = measured(reported, read_result(result), WALL, "last words")
    field, text = why
    assert text in str(getattr(told, field))
    assert [told.limit, told.failure, told.misanswer].count(None) == 2


@pytest.mark.parametrize(
    ("told", "cpu", "limit"),
    [
        ("terminationreason=killed\nexitsignal=9\n", 2.5, "timeout"),
        ("terminationreason=killed\nexitsignal=9\n", 1.5, None),  # not by us
        ("exitsignal=14\n", 1.5, "walltime"),
        ("exitsignal=14\n", 2.5, "timeout"),
        ("terminationreason=walltime\n", 0.5, "walltime"),
    ],
)
def test_a_limit_on_cpu_time_is_told_from_one_on_wall_time(
    told: str, cpu: float, limit: str | None
) -> None:
    result = read_result(f"{told}walltime=6s\ncputime={cpu + 0.25}s\n")
    found = measured([Begun(0.25, 0.5)], result, RunLimits(2.0, 5.0), "")
    assert found.limit == limit
    assert found.cpu == pytest.approx(cpu)
    assert found.wall == (5.0 if limit == "walltime" else 5.5)


def test_a_runexec_that_fails_is_an_error() -> None:
    with pytest.raises(BackendError, match="runexec does not work: no cgroups"):
        measured([], {}, WALL, "no cgroups")


@pytest.mark.skipif(not WORKS, reason="no cgroups to be used here")
@pytest.mark.parametrize("backend", ["cadical", "kissat", "z3"])
def test_a_run_in_a_cgroup(backend: str, tmp_path: Path, nothing_left: str) -> None:
    there = setting(tmp_path, RunExec())
    run = run_of("queens/5", backend, memory=1 << 30)
    record = measure(run, there, threading.Event())
    assert (record.status, record.verdict, record.meter) == ("sat", "correct", "runexec")
    assert record.meter in METERS
    assert record.memory is not None
    assert record.cpu is not None
    assert 10 << 20 < record.memory < 1 << 30
    assert set(record.times) == {"build", "encode", "load", "solve", "decode", "check"}
