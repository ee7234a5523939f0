"""What the server asks of the operating system and of the interpreter."""

import sys
from pathlib import Path

import pytest

from sevenfold.server import system
from sevenfold.server.system import free_memory

MB = 1 << 20
MEMINFO = f"MemTotal: 8000000 kB\nMemFree: 100000 kB\nMemAvailable: {600 * 1024} kB\n"


@pytest.mark.parametrize(
    ("files", "free"),
    [
        ({}, None),
        ({"proc/meminfo": "MemTotal: 8000000 kB\n"}, None),
        ({"proc/meminfo": MEMINFO}, 600 * MB),
        ({"proc/meminfo": MEMINFO, "proc/self/cgroup": "0::/\n"}, 600 * MB),
        # version 2: a container sees its own group as the root
        (
            {
                "proc/meminfo": MEMINFO,
                "proc/self/cgroup": "0::/\n",
                "sys/fs/cgroup/memory.max": f"{512 * MB}\n",
                "sys/fs/cgroup/memory.current": f"{200 * MB}\n",
                "sys/fs/cgroup/memory.stat": f"anon 1\ninactive_file {50 * MB}\n",
            },
            362 * MB,
        ),
        # a service has a group within others: each may have a limit
        (
            {
                "proc/meminfo": MEMINFO,
                "proc/self/cgroup": "0::/system.slice/sevenfold.service\n",
                "sys/fs/cgroup/system.slice/sevenfold.service/memory.max": "max\n",
                "sys/fs/cgroup/system.slice/sevenfold.service/memory.current": "1\n",
                "sys/fs/cgroup/system.slice/sevenfold.service/memory.stat": "inactive_file 0\n",
                "sys/fs/cgroup/system.slice/memory.max": f"{300 * MB}\n",
                "sys/fs/cgroup/system.slice/memory.current": f"{400 * MB}\n",
                "sys/fs/cgroup/system.slice/memory.stat": "inactive_file 0\n",
            },
            0,
        ),
        # version 1
        (
            {
                "proc/meminfo": MEMINFO,
                "proc/self/cgroup": "9:cpu:/\n4:hugetlb,memory:/docker/1f\n",
                "sys/fs/cgroup/memory/memory.limit_in_bytes": f"{1 << 62}\n",
                "sys/fs/cgroup/memory/memory.usage_in_bytes": "1\n",
                "sys/fs/cgroup/memory/memory.stat": "total_inactive_file 0\n",
                "sys/fs/cgroup/memory/docker/1f/memory.limit_in_bytes": f"{256 * MB}\n",
                "sys/fs/cgroup/memory/docker/1f/memory.usage_in_bytes": f"{100 * MB}\n",
                "sys/fs/cgroup/memory/docker/1f/memory.stat": f"total_inactive_file {10 * MB}\n",
            },
            166 * MB,
        ),
        ({"proc/meminfo": MEMINFO, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "?"}, 600 * MB),
    ],
)
def test_memory_is_free_that_neither_the_machine_nor_a_group_has_used(
    tmp_path: Path, files: dict[str, str], free: int | None
) -> None:
    for name, content in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)

    assert free_memory(tmp_path) == free


def test_this_machine_says_how_much_it_has() -> None:
    free = free_memory()
    assert free is None or free > 0


def test_threads_are_switched_often(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    monkeypatch.setattr(sys, "setswitchinterval", told.append)
    system.switch_threads_often()
    assert told == [system.SWITCH_INTERVAL]
    assert told[0] < sys.getswitchinterval()
