"""Laws of players: what is forgotten changes no legal move, and a reason has its sentence."""

from sevenfold.book.texts import Language, load_texts
from sevenfold.core import violations
from sevenfold.core.legal import legal_moves
from sevenfold.games import package_of
from sevenfold.testing.contract.laws.secrets import scrambled
from sevenfold.testing.contract.laws.situation import Situation, at_some_moments


@at_some_moments
def who_forgets_what_was_played_has_the_same_moves(situation: Situation) -> None:
    match = situation.match
    for seat in match.acting:
        seen = match.seen(seat)
        left = match.game.beginner_view(seen, seat)
        for choose in filter(None, (match.game.choose, match.game.hasty)):
            assert match.game.rules.check(seen, seat, choose(left, seat)) == violations.OK
        if match.game.rules.is_listed(seen):
            assert legal_moves(match.game.rules, left, seat) == legal_moves(match.game.rules, seen, seat)


@at_some_moments
def a_reason_is_one_of_the_games_and_follows_from_what_the_seat_sees(situation: Situation) -> None:
    game = situation.match.game
    if game.reasons is None:
        return
    for seat in situation.match.acting:
        seen = situation.match.seen(seat)
        for move in (game.choose(seen, seat), game.medium(seen, seat), *game.candidates(seen, seat)):
            if game.rules.check(seen, seat, move) == violations.OK:
                reason = game.reasons.explain(seen, seat, move)
                assert reason is None or reason.code in game.reasons.REASONS
                assert reason == game.reasons.explain(scrambled(situation, seat), seat, move)


@at_some_moments
def a_reason_has_what_its_sentence_needs(situation: Situation) -> None:
    game = situation.match.game
    if game.reasons is None:
        return
    sentences = load_texts(package_of(game.meta.name), Language.EN)
    for seat in situation.match.acting:
        seen = situation.match.seen(seat)
        for choose in {game.choose, game.medium}:
            reason = game.reasons.explain(seen, seat, choose(seen, seat))
            if reason is None:
                continue
            sentence = sentences[f"reason.{reason.code}"]
            for name in ("count", "suit"):
                assert f"{{{name}" not in sentence or getattr(reason, name) is not None
