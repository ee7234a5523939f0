"""Names of other libraries that we use though nobody promises them: all of them, in one place.

A newer version may move them. So `pyproject.toml` bounds these libraries, and what needs them asks here
first. The server checks those of uvicorn before it starts, and names the library that does not fit in a
sentence. Compiling tries Numba's out on two small functions; where they have moved, games are compiled as
Numba does it by itself. `make lowest` and `make newest` run the game's tests with both ends of the bounds.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from types import FunctionType
from typing import Any

from sevenfold.errors import SevenfoldError

BORROWED: dict[str, dict[str, tuple[str, ...]]] = {
    "uvicorn": {
        "uvicorn.config:Config": ("app", "get_loop_factory", "load", "timeout_worker_healthcheck"),
        "uvicorn.server:Server": ("run", "should_exit", "startup"),
        "uvicorn.supervisors.multiprocess:Multiprocess": (
            "init_processes",
            "processes",
            "run",
            "should_exit",
        ),
        "uvicorn.supervisors.multiprocess:Process": ("wait_until_ready",),
        "uvicorn.protocols.http.h11_impl:H11Protocol": (
            *("client", "config", "conn", "connection_lost", "connection_made", "data_received"),
            *("cycle", "handle_websocket_upgrade", "loop", "pause_writing", "resume_writing"),
            *("send_400_response", "shutdown", "timeout_keep_alive_handler", "transport"),
        ),
        "uvicorn.protocols.http.h11_impl:RequestResponseCycle": ("disconnected", "message_event"),
        "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol": (
            *("client", "close_sent", "config", "conn", "connection_lost", "connection_made"),
            *("curr_msg_data_type", "data_received", "frames", "handle_bytes", "handle_cont"),
            *("handle_parser_exception", "handle_ping", "handle_pong", "handle_text"),
            *("keepalive_timeout", "loop", "pause_writing", "ping_interval", "ping_sent_at", "ping_timer"),
            *("pong_timer", "queue", "read_paused", "resume_writing", "send", "send_keepalive_ping"),
            *("send_receive_event_to_app", "shutdown", "transport"),
        ),
    },
    "numba": {
        "numba.core.codegen:JITCodeLibrary": (
            *("_compiled_object", "_final_module", "_finalize_dynamic_globals", "_finalized"),
            *("_linking_libraries", "_object_caching_enabled", "finalize"),
        ),
        "numba.core.codegen:JITCPUCodegen": ("_engine", "_library_class", "set_env"),
        "numba.core.registry:CPUTarget": ("target_context",),
        "numba.core.cpu:CPUContext": ("_internal_codegen",),
        "numba.core.event:Listener": ("on_end", "on_start"),
        "numba.core.dispatcher:Dispatcher": ("compile", "disable_compile", "signatures"),
        "numba.core.compiler_lock:global_compiler_lock": (),
    },
    "numba-cuda": {
        "numba.cuda.core.generators:GeneratorDescriptor": ("from_generator_fndesc",),
        "numba.cuda.cudadrv:nvvm": ("ADDRSPACE_CONSTANT", "ADDRSPACE_GLOBAL", "compile_ir"),
        "numba.cuda.dispatcher:CUDADispatcher": ("compile",),
        "numba.cuda:dispatcher": ("get_current_device",),
        "numba.cuda.cudadrv:nvrtc": ("get_supported_ccs",),
        "numba.cuda:cuda_paths": ("_get_nvrtc_path",),
    },
}
"""By library, and by `module:object`: the names used of it, whether overridden, called or read."""


class LibraryUnfit(SevenfoldError):
    """An installed library lacks something that this Sevenfold uses of it, or is not there at all."""

    def __init__(self, library: str, lacks: str) -> None:
        self.library = library
        self.lacks = lacks
        self.installed = _installed(library)
        has = f"{library} {self.installed} lacks {lacks}" if self.installed else f"{library} is not installed"
        super().__init__(f'{has}, which this Sevenfold needs: pip install "{wanted(library)}"')


def check(*libraries: str) -> None:
    """Check that these libraries have what we use of them. Raises LibraryUnfit."""
    for library in libraries:
        lacks = missing(library)
        if lacks is not None:
            raise LibraryUnfit(library, lacks)


@contextmanager
def importing() -> Iterator[None]:
    """Where our modules are imported: says which library they cannot do with. Raises LibraryUnfit."""
    try:
        yield
    except ImportError as error:
        library, _, _ = (error.name or "").partition(".")
        if not library or library == "sevenfold":
            raise
        raise LibraryUnfit(library, f"what is imported of it ({error})") from None


def missing(library: str) -> str | None:
    """The first name that an installed library does not have; None if it has all."""
    for place, names in BORROWED[library].items():
        owner = _find(place)
        if owner is None:
            return place.replace(":", ".")
        for name in names:
            if not _has(owner, name):
                return f"{place.replace(':', '.')}.{name}"
    return None


def wanted(library: str) -> str:
    """What Sevenfold's own metadata asks of a library, such as `uvicorn>=0.51,<0.55`."""
    try:
        asked = requires("sevenfold") or []
    except PackageNotFoundError:
        asked = []
    found = (each.partition(";")[0].strip() for each in asked)
    return next((each for each in found if each.removeprefix(library)[:1] in tuple("<>=!~[")), library)


def _installed(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _find(place: str) -> Any:
    module, _, name = place.partition(":")
    try:
        return getattr(import_module(module), name, None)
    except ImportError:
        return None


def _has(owner: Any, name: str) -> bool:
    """Whether it has an attribute, or is a class with a method that names it, as it names those of `self`."""
    if hasattr(owner, name):
        return True
    kinds = owner.__mro__ if isinstance(owner, type) else ()
    methods = (each for kind in kinds for each in vars(kind).values() if isinstance(each, FunctionType))
    return any(name in method.__code__.co_names for method in methods)
