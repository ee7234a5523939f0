"""The games in the registries of Gymnasium and PettingZoo."""

from importlib.util import find_spec

import gymnasium

from sevenfold.book.texts import Language, load_texts
from sevenfold.envs.encoding import encoded_games, load_encoding
from sevenfold.games import package_of


def environment_id(game: str) -> str:
    """The name in the registries, such as `sevenfold/SevenBridge-v1`."""
    name = load_texts(package_of(game), Language.EN)["name"].replace(" ", "")
    return f"sevenfold/{name}-v{load_encoding(game).version}"


def register_all() -> None:
    """Register every game that has an encoding, once."""
    for game in encoded_games():
        name = environment_id(game)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="sevenfold.envs.gym:SeatEnv",
                vector_entry_point="sevenfold.envs.gym:SeatVectorEnv",
                kwargs={"game": game},
                disable_env_checker=True,
            )
        if find_spec("pettingzoo"):
            _register_with_pettingzoo(name, game)


def _register_with_pettingzoo(name: str, game: str) -> None:
    from pettingzoo import aec_registry, register

    if name not in aec_registry:
        register("aec", name, entry_point="sevenfold.envs.petting:aec_env", kwargs={"game": game})
