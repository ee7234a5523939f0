"""Starting and stopping."""

import socket
from pathlib import Path

import pytest

from sevenfold.server.running.run import AddressUnusable, PortInUse, run
from sevenfold.server.settings import Settings
from sevenfold.server.storage.data_folder import DataFolderNotWritable
from sevenfold.testing.running import Person, Server


def test_a_port_in_use_is_named_before_anything_else_happens(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortInUse, match=str(port)) as error:
            run(Settings(data=data, port=port))

    assert (error.value.host, error.value.port) == ("127.0.0.1", port)
    assert not data.exists()


def test_a_metrics_port_in_use_is_named_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortInUse, match=str(port)):
            run(Settings(data=data, port=0, metrics_port=port))

    assert not data.exists()


@pytest.mark.parametrize("host", ["203.0.113.1", "no.such.invalid"])
def test_an_address_that_cannot_be_listened_at_is_named(tmp_path: Path, host: str) -> None:
    data = tmp_path / "data"
    with pytest.raises(AddressUnusable, match=host):
        run(Settings(data=data, host=host, port=0))

    assert not data.exists()


def test_a_data_folder_that_cannot_be_used_lets_go_of_the_port(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    with pytest.raises(DataFolderNotWritable):
        run(Settings(data=tmp_path / "file", port=port))

    socket.create_server(("127.0.0.1", port)).close()


def test_a_server_that_is_stopped_while_people_play_has_nothing_to_say(own_server: Server) -> None:
    with Person(own_server) as person:
        table = person.create(pace=10_000)["id"]
        with person.socket(table) as one, person.socket(table) as two:
            one.hello()
            two.hello()
            own_server.stop()  # also asserts that the log is empty
            assert one.close_code == two.close_code == 1012
