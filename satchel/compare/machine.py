"""What this machine is like for measuring, and what stands in the way of reliable numbers.

Each look is at what the system tells now; what it does not tell is said to be unknown.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from satchel.compare.measuring.conditions import crowd
from satchel.compare.measuring.runexec import RunExec
from satchel.compare.provenance import physical_cores

_GLANCE: Final = 0.3
"""Seconds in which the others' use of the processor is looked at."""
_HEAVY: Final = 0.2
"""The part of a core from which a process is heavy."""
_LISTED: Final = 3
_CPUS: Final = Path("/sys/devices/system/cpu")
_SCARCE: Final = 0.2
"""The part of memory below which what is available is little."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One look: `good` is whether it speaks for reliable measurements, None where unknown."""

    name: str
    good: bool | None
    text: str


def examine() -> list[Finding]:
    """Every look at this machine."""
    return [
        _runexec(),
        Finding("cgroups", *_cgroups()),
        _cores(),
        _frequency(),
        _memory(),
        _swap(),
        _load(),
        _others(),
    ]


def _runexec() -> Finding:
    why = RunExec().refusal()
    if why is None:
        return Finding("meter", True, "runexec: whole cgroups are measured, nothing can escape")
    return Finding("meter", False, f"process tree, looked at every 50 ms; not runexec: {why}")


def _cgroups() -> tuple[bool | None, str]:
    """Which version is there, and whether this process may make groups of its own."""
    places = _mounted()
    if not places:
        return False, "none are mounted"
    own = _own_groups()
    for controllers, place in places:
        if controllers == "cgroup2" and (place / "cgroup.controllers").exists():
            group = place / own.get("", "").lstrip("/")
            there = _words(place / "cgroup.controllers")
            if {"cpu", "memory"} <= there:
                return _second_version(group)
    names = {name for controllers, _ in places for name in controllers.split(",")}
    if {"memory", "cpuacct"} <= names:
        shut = [
            controllers
            for controllers, place in places
            if {"memory", "cpuacct", "cpuset", "freezer"} & set(controllers.split(","))
            and not os.access(place / own.get(controllers, "").lstrip("/"), os.W_OK)
        ]
        if shut:
            return False, f"version 1, not writable for this user: {', '.join(shut)}"
        return True, "version 1, writable (BenchExec is about to drop it: version 2 is better)"
    return False, "neither version has what is needed: cpu and memory"


def _second_version(group: Path) -> tuple[bool, str]:
    if not os.access(group, os.W_OK):
        return False, (
            f"version 2, but {group} is not writable for this user: log in with systemd, or run"
            " under `systemd-run --user --scope -p Delegate=yes`"
        )
    missing = {"cpu", "memory"} - _words(group / "cgroup.controllers")
    if missing:
        return False, f"version 2, but {group} is not delegated {', '.join(sorted(missing))}"
    return True, "version 2, delegated and writable"


def _mounted() -> list[tuple[str, Path]]:
    """Each hierarchy with its place: `cgroup2`, or the controllers of a version 1."""
    found = []
    with suppress(OSError):
        for line in Path("/proc/self/mounts").read_text().splitlines():
            _, place, kind, options, *_ = line.split()
            if kind == "cgroup2":
                found.append((kind, Path(place)))
            elif kind == "cgroup":
                found.append((_controllers(options), Path(place)))
    return found


def _controllers(options: str) -> str:
    """The controllers among a mount's options."""
    plain = {"rw", "ro", "nosuid", "nodev", "noexec", "relatime", "noatime"}
    return ",".join(word for word in options.split(",") if word not in plain and "=" not in word)


def _own_groups() -> dict[str, str]:
    """This process's group in each hierarchy, by its controllers; `""` is version 2."""
    with suppress(OSError):
        lines = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
        return {controllers: group for _, controllers, group in lines}
    return {}


def _cores() -> Finding:
    cores, threads = physical_cores(), psutil.cpu_count() or 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else threads
    text = f"{cores} cores to run on, {usable} of {threads} threads"
    if threads > (psutil.cpu_count(logical=False) or threads):
        return Finding("cores", None, f"{text}; hyper-threading is on: one job a core, not more")
    return Finding("cores", True, text)


def _frequency() -> Finding:
    governors = {_text(file) for file in _CPUS.glob("cpu*/cpufreq/scaling_governor")}
    idle = _text(_CPUS / "intel_pstate" / "no_turbo"), _text(_CPUS / "cpufreq" / "boost")
    if not governors:
        return Finding("frequency", None, "the system does not tell how the clock is governed")
    words = [f"governed by {', '.join(sorted(governors))}"]
    turbo = idle[0] == "0" or idle[1] == "1"
    if turbo:
        words.append("turbo is on: how fast a core is depends on what the others do")
    return Finding("frequency", governors == {"performance"} and not turbo, "; ".join(words))


def _memory() -> Finding:
    there = psutil.virtual_memory()
    text = f"{there.available >> 20:,} of {there.total >> 20:,} MiB available"
    return Finding("memory", there.available > _SCARCE * there.total, text)


def _swap() -> Finding:
    sizes = {}
    for line in _text(Path("/proc/meminfo")).splitlines():
        if line.startswith(("SwapTotal:", "SwapFree:")):
            sizes[line.partition(":")[0]] = int(line.split()[1])
    if len(sizes) < 2:
        return Finding("swap", None, "the system does not tell")
    total, used = sizes["SwapTotal"], sizes["SwapTotal"] - sizes["SwapFree"]
    if not total:
        return Finding("swap", True, "none")
    text = f"{used >> 10:,} of {total >> 10:,} MiB in use; what is swapped is slow, not refused"
    return Finding("swap", None if not used else False, text)


def _load() -> Finding:
    crowded = crowd()
    calm = f"load average {os.getloadavg()[0]:.1f} on {physical_cores()} cores"
    return Finding("load", crowded is None, crowded or calm)


def _others() -> Finding:
    """Processes that use much of a core while nothing is measured."""
    before = dict(_times())
    time.sleep(_GLANCE)
    heavy = sorted(
        (
            ((now - before[key]) / _GLANCE, f"{key[1]} ({key[0]})")
            for key, now in _times()
            if key in before and now - before[key] > _HEAVY * _GLANCE
        ),
        reverse=True,
    )
    if not heavy:
        return Finding("others", True, "no process uses much of the processor")
    words = [f"{name} {part:.0%}" for part, name in heavy[:_LISTED]]
    more = f" and {len(heavy) - _LISTED} more" if len(heavy) > _LISTED else ""
    return Finding("others", False, f"{', '.join(words)}{more} of a core")


def _times() -> Iterator[tuple[tuple[int, str], float]]:
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.pid != os.getpid():
                yield (process.pid, process.name()), sum(process.cpu_times()[:2])


def _text(file: Path) -> str:
    """The content of a file; empty where it cannot be read."""
    with suppress(OSError):
        return file.read_text().strip()
    return ""


def _words(file: Path) -> set[str]:
    return set(_text(file).split())
