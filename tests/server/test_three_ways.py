"""The three ways of the page for hosts, each by its own commands.

What a test's machine lacks, as systemd and Docker, or should not do, as installing, is done by stand-ins:
they start what the files of the page say, at a free port, as the real ones would.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from sevenfold.testing.running import free_port, looking_again

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
COMPOSE = "docs/hosting/compose.yaml"

STANDS_IN = {
    "sudo": 'exec "$@"',
    "make": 'test "$1" = installed || test "$1" = dist',
    "python3": 'mkdir -p "$3/bin"; ln -s "$BIN/sevenfold" "$3/bin/"; ln -s "$STANDS_IN/pip" "$3/bin/"',
    "pip": 'test "$1" = install',
    "systemctl": 'echo "$@" >> "$HERE/systemctl"',
    "docker": 'echo "$@" >> "$HERE/docker"',
}
"""Programs for the shell; they know the folders of the test and of the tests' own programs."""


MISSING = "no Caddy here, so a part of the page for hosts was not tested (Debian: apt-get install caddy)"


def commands(heading: str) -> str:
    """The commands of one of the ways."""
    found = re.search(rf"^## {heading}$.*?^```bash\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


class Machine:
    """A folder as the machine: what the commands write below `/etc` and `/opt` is below it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        shutil.copytree(ROOT / "docs", folder / "docs")
        (folder / ".venv").symlink_to(sys.prefix)
        for place in ("etc/systemd/system", "etc/caddy", "stands_in"):
            (folder / place).mkdir(parents=True)
        for name, script in STANDS_IN.items():
            program = folder / "stands_in" / name
            program.write_text(f"#!/bin/sh\nset -e\n{script}\n")
            program.chmod(0o755)

    @property
    def environment(self) -> dict[str, str]:
        stands_in, programs = str(self.folder / "stands_in"), str(Path(sys.prefix, "bin"))
        return {
            **os.environ,
            "PATH": os.pathsep.join([stands_in, programs, os.environ["PATH"]]),
            "HERE": str(self.folder),
            "BIN": programs,
            "STANDS_IN": stands_in,
            "SEVENFOLD_PORT": str(self.port),
        }

    def here(self, text: str) -> str:
        return re.sub(r"(?<![\w.])/(etc|opt)/", rf"{self.folder}/\1/", text)

    def run(self, script: str) -> None:
        done = subprocess.run(
            ["bash", "-euc", self.here(script)],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    @contextmanager
    def running(self, *command: str, **environment: str) -> Iterator[httpx.Client]:
        """Run a program for as long as that is used, and ask the server when that is ready."""
        process = subprocess.Popen(command, cwd=self.folder, env=self.environment | environment)
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{self.port}") as client:
                for _ in looking_again():
                    assert process.poll() is None, "it has ended"
                    try:
                        if client.get("/readyz").status_code == 200:
                            break
                    except httpx.TransportError:
                        continue
                yield client
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_family_is_asked_for_the_password_and_has_copies(machine: Machine) -> None:
    script = commands("A family")
    assert len(script.splitlines()) <= 10
    first, last = script.rstrip().rsplit("\n", 1)
    machine.run(first)
    with machine.running(*machine.here(last).split()) as stranger:
        stranger.post("/api/session").raise_for_status()
        assert stranger.get("/api/today").status_code == 403
        stranger.post("/api/door", json={"word": "harbour lights"}).raise_for_status()
        assert stranger.get("/api/today").status_code == 200
        for _ in looking_again():
            if list((machine.folder / "copies").glob("sevenfold-*.db")):
                break


def test_a_club_is_served_by_the_unit_behind_caddy(machine: Machine) -> None:
    if not shutil.which("caddy"):
        assert "CI" not in os.environ, MISSING
        pytest.skip(MISSING)
    machine.run(commands("A club"))
    assert (machine.folder / "systemctl").read_text() == "enable --now sevenfold\nreload caddy\n"
    unit = (machine.folder / "etc/systemd/system/sevenfold.service").read_text()
    (served,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    served = re.sub("--metrics-port [0-9]+", "", machine.here(served.replace("%S", str(machine.folder))))
    with machine.running(*served.split()) as direct:
        assert direct.get("/readyz").status_code == 200
        with through_caddy(machine) as caddy:
            for _ in looking_again():
                try:
                    answer = caddy.get("/api/games", extensions={"sni_hostname": "room.example"})
                except httpx.TransportError:
                    continue
                break
            assert answer.status_code == 200
            assert answer.url.scheme == "https"


@contextmanager
def through_caddy(machine: Machine) -> Iterator[httpx.Client]:
    """Real Caddy with the file that was copied, at other ports and with certificates of its own."""
    port = free_port()
    written = (machine.folder / "etc/caddy/Caddyfile").read_text().replace("7777", str(machine.port))
    ahead = f"{{\n    https_port {port}\n    http_port {free_port()}\n    local_certs\n"
    ahead += "    skip_install_trust\n    admin off\n}\n"
    file = machine.folder / "Caddyfile"
    file.write_text(ahead + written)
    home = {name: str(machine.folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    process = subprocess.Popen(
        ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)],
        env=os.environ | home,
        stderr=subprocess.DEVNULL,
    )
    try:
        with httpx.Client(
            base_url=f"https://127.0.0.1:{port}", verify=False, headers={"Host": "room.example"}
        ) as client:
            yield client
    finally:
        process.terminate()
        process.wait(20)


def test_many_are_served_by_what_the_compose_file_starts(machine: Machine, postgres_url: str) -> None:
    machine.run(commands("Many"))
    told = (machine.folder / "docker").read_text()
    assert told == f"compose --file {COMPOSE} up --detach --build\n"
    (password,) = re.findall(
        "^POSTGRES_PASSWORD=([0-9a-f]{48})$", (machine.folder / "docs/hosting/.env").read_text()
    )
    services = compose(password)["services"]
    server, address = services["server"], services["server"]["environment"]["SEVENFOLD_DATABASE"]
    assert address == f"postgresql://sevenfold:{password}@database/sevenfold"

    container = (machine.folder / "docs/hosting/Containerfile").read_text()
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", container, re.MULTILINE)
    arguments = [*json.loads(entry), *server["command"]]
    arguments[arguments.index("/var/lib/sevenfold")] = str(machine.folder / "data")
    with machine.running(*arguments, SEVENFOLD_DATABASE=postgres_url) as stranger:
        assert stranger.get("/api/games", headers={"Host": "room.example"}).status_code == 200
    assert arguments[arguments.index("--workers") + 1] == "2"


def test_the_services_of_the_compose_file_find_each_other() -> None:
    whole = compose("secret")
    services, container = whole["services"], (ROOT / "docs/hosting/Containerfile").read_text()
    (port,) = re.findall("^EXPOSE ([0-9]+)$", container, re.MULTILINE)
    [site, proxied, end] = whole["configs"]["caddyfile"]["content"].splitlines()
    assert (site, proxied.split(), end) == ("room.example {", ["reverse_proxy", f"server:{port}"], "}")
    command = services["server"]["command"]
    network = ip_network(whole["networks"]["default"]["ipam"]["config"][0]["subnet"])
    assert command[command.index("--proxy") + 1] == str(network)
    assert network.is_private
    assert site.split()[0] == command[command.index("--allow-host") + 1]
    assert services["server"]["build"]["args"]["EXTRAS"].split(",") == ["server", "fast", "postgres"]
    assert services["server"]["volumes"] == ["data:/var/lib/sevenfold"]
    built = (ROOT / COMPOSE).parent / services["server"]["build"]["context"]
    assert (built / services["server"]["build"]["dockerfile"]).is_file()
    named = {each.split(":")[0] for service in services.values() for each in service.get("volumes", [])}
    assert named == set(whole["volumes"])
    environment = services["database"]["environment"]
    assert (environment["POSTGRES_USER"], environment["POSTGRES_PASSWORD"]) == ("sevenfold", "secret")


def compose(password: str) -> Any:
    """The compose file as Docker reads it: with what the `.env` beside it says."""
    text = (ROOT / COMPOSE).read_text(encoding="utf-8")
    return yaml.safe_load(re.sub(r"\$\{POSTGRES_PASSWORD[^}]*\}", password, text))
