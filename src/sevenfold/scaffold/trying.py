"""Rounds of a game, played to see what is wrong with it: what its rules, its texts and its bot do there.

What is wrong is told in sentences, each once, with its place. Moves and views are asked for as a table asks
for them; the contract (`sevenfold.testing.contract`) then looks at far more of the same.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language, load_texts, written_in
from sevenfold.bots.players import random_player
from sevenfold.core import violations
from sevenfold.core.deal import Deal
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import WrongMemory, WrongValue
from sevenfold.core.log import seat_text
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options
from sevenfold.core.playout import MOST_MOVES
from sevenfold.core.views import phases
from sevenfold.core.visibility import view, visibilities
from sevenfold.core.written import PLAY, take_apart
from sevenfold.games import folder_of, load_game, package_of
from sevenfold.scaffold import places, watching
from sevenfold.scaffold.watching import NoEnd, Watch, watched

ROUNDS = 50
"""So many are played at random, and as many by the game's bot."""

KINDS = range(16)
"""Kinds of moves that are tried; a game has fewer."""

EVENTS_OF_EVERY_GAME = {"deal", "move", "chance", "round"}

AnyMatch = Match[Any, Any]
Choose = Callable[[Any, int], Move]


def faults_in_play(name: str) -> Iterator[str]:
    """What is wrong with a game that can be loaded, as rounds of it show."""
    trial = Trial(name)
    for play in (trial.at_random, trial.by_its_bot):
        if not trial.said:  # what is wrong at random is wrong with the bot too
            play()
    yield from trial.said.values()


class Trial:
    """Rounds of one game, and what was found wrong in them: the first sentence about each thing."""

    def __init__(self, name: str) -> None:
        self.name, self.package = name, package_of(name)
        self.game, self.folder = load_game(name), folder_of(self.package)
        self.facts: Any = import_module(f"{self.package}.facts")
        self.said: dict[object, str] = {}
        self.texts = load_texts(self.package, Language.EN)
        self.rules = {rule.id for rule in load_rule_book(self.package, name, Language.EN).rules}
        self._round = ""

    def say(self, about: object, place: str, sentence: str) -> None:
        """Note what is wrong, unless something was said about it before."""
        self.said.setdefault(about, f"{place}: {sentence}{self._round}")

    # --- rounds ---------------------------------------------------------------------------------------

    def at_random(self) -> None:
        """Rounds whose moves are drawn; on the way all that a table asks for is looked at."""
        rng = Random(1)
        choose = random_player(self.game, rng)
        self._play(choose, rng, "at random")

    def by_its_bot(self) -> None:
        """Rounds that the rule-based player plays."""
        self._play(self.game.choose, Random(1), "by its bot")

    def _play(self, choose: Choose, rng: Random, how: str) -> None:
        """So many rounds, or up to the first in which something is wrong."""
        for number, (options, players) in enumerate(self._tables()):
            self._round = f" (round {number + 1} {how})"
            self._try(number, options, players, choose, rng)
            if self.said:
                return

    def _tables(self) -> Iterator[tuple[Options, int]]:
        """A round each: all presets in turn, the usual number of seats and then every other."""
        seats = self.game.meta.players
        sizes = [seats.default, *range(seats.min, seats.max + 1)]
        presets = list(self.game.meta.presets.values())
        for number in range(ROUNDS):
            yield presets[number % len(presets)], sizes[number // len(presets) % len(sizes)]

    def _try(self, number: int, options: Options, players: int, choose: Choose, rng: Random) -> None:
        """A round to its end, or to the first thing that goes wrong."""
        try:
            with watched() as watch:
                dealer = Dealer(bytes([number]))
                deal, first = dealer.deal(self.game, options, players, 1), number % players
                match = Match(self.game, options, players, deal, first)
                self._look_at_the_deal(options, players, deal, first, rng)
                while self._goes_on(match, choose, rng):
                    watch.still_going()
                watch.still_going()
                self._look_at_the_end(match, watch)
        except NoEnd as error:
            place = places.of_error(error, self.folder)
            self.say("no end", place, f"here it is still busy after {watching.PATIENCE:g} seconds")
        except WrongValue as error:
            self.say(error.field, self._of_field(error.field), str(error))
        except Exception as error:  # whatever the game raises
            place = places.of_error(error, self.folder)
            self.say(place, place, f"{type(error).__name__}: {error}")

    def _goes_on(self, match: AnyMatch, choose: Choose, rng: Random) -> bool:
        """Make the next move; False where there is none, or it cannot be made."""
        rules = self.game.rules
        if match.round_over:
            return False
        if match.version > self._most:
            self._say_endless(match)
            return False
        if outcomes := rules.chance(match.state):
            match.play(CHANCE, rules.chance_move(match.state, rng.randrange(outcomes)))
            return True
        if not match.acting:
            place = places.of_function(rules.acting)
            self.say("acting", place, f"nobody is to act, and the round is not over{self._last(match)}")
            return False
        seat = rng.choice(match.acting)
        if rng.random() < 2 / (1 + match.version):
            self._look_at_moves(match, seat)
        self._look_at_views(match)
        extension = match.extend(seat)
        if not extension.cards and not extension.moves:
            place = places.of_function(rules.count_moves)
            self.say("no move", place, f"seat {seat} is to act and has no move{self._last(match)}")
            return False
        move = choose(match.seen(seat), seat)
        if not isinstance(move, Move):
            self.say("bot", places.of_function(choose), f"the bot plays {move!r}, which is no Move")
            return False
        code = rules.check(match.state, seat, move)
        if code != violations.OK:
            self._say_refused(seat, move, code, choose)
            return False
        match.play(seat, move)
        return True

    @property
    def _most(self) -> int:
        return min(int(self.facts.MOST_MOVES), MOST_MOVES)

    def _say_endless(self, match: AnyMatch) -> None:
        place = places.of_pattern(self.folder / "facts.py", r"^MOST_MOVES\b")
        phase = match.view(None).phase
        sentence = f'a round is not over after MOST_MOVES, {self._most}, and is in the phase "{phase}"'
        self.say("endless", place, f"{sentence}{self._last(match)}")

    def _say_refused(self, seat: int, move: Move, code: int, choose: Choose | None = None) -> None:
        rule, text = self.game.violation_name(code), self._text(move)
        if choose is self.game.choose:
            place = places.of_function(choose)
            self.say("bot", place, f"the bot plays {text} for seat {seat}, which {rule} refuses")
        else:
            place = places.of_function(self.game.rules.check)
            self.say(rule, place, f"{text} is listed for seat {seat}, and {rule} refuses it")

    def _text(self, move: Move) -> str:
        """A move as it is written; one that none could write, by its parts."""
        text = self.game.notation.write(move)
        return text if self.game.notation.parse(text) == move else repr(move)

    def _last(self, match: AnyMatch) -> str:
        """The last moves, for a sentence."""
        write, steps = self.game.notation.write, match.round.steps[-4:]
        told = ", ".join(f"{seat_text(step.seat)}: {write(step.move)}" for step in steps)
        return f"; the last moves were {told}" if told else "; no move has been made"

    # --- secrets --------------------------------------------------------------------------------------

    def _look_at_the_deal(self, options: Options, players: int, deal: Deal, first: int, rng: Random) -> None:
        """Whether a seat sees by any field what the others were dealt: then it changes with their cards."""
        start, so_far = self.game.rules.start, self.game.so_far(players)
        begun = start(options, players, deal, first, so_far)
        if self.game.claims_open(begun):  # whoever is asked sees that it is: the contract looks there
            return
        for seat in range(players):
            other = start(options, players, dealt_otherwise(deal, seat, rng), first, so_far)
            seen, seen_then = view(begun, seat), view(other, seat)
            for field in visibilities(self.game.state):
                one, two = getattr(seen, field), getattr(seen_then, field)
                if one != two:
                    self._say_seen(seat, field, one, two, players)

    def _say_seen(self, seat: int, field: str, one: Any, two: Any, players: int) -> None:
        of_seats = isinstance(one, list) and len(one) >= players
        owner = next((owner for owner in range(players) if of_seats and one[owner] != two[owner]), None)
        if owner is None and players == 2:  # one of the cards left over is in it
            return
        whose = "what the others were dealt" if owner is None else f"seat {owner}'s hand"
        self.say(field, self._of_field(field), f"{whose} is seen by seat {seat} through `{field}`")

    def _of_field(self, field: str) -> str:
        return places.of_pattern(self.folder / "state.py", rf"^\s+{field}\s*:")

    # --- moves ----------------------------------------------------------------------------------------

    def _look_at_moves(self, match: AnyMatch, seat: int) -> None:
        """Whether the moves of one card and of none are those that `check` lets through."""
        for card in (0, *(1 << kind for kind in range(len(match.pack.names)))):
            listed = set(match.extend(seat, card).moves)
            for move in listed:
                code = self.game.rules.check(match.state, seat, move)
                if code != violations.OK:
                    self._say_refused(seat, move, code)
            for move in self._let_through(match, seat, card):
                if move not in listed:
                    self._say_unlisted(match, seat, move)
            if card and listed and not match.extend(seat).cards & card:
                self._say_unlisted(match, seat, next(iter(listed)))

    def _let_through(self, match: AnyMatch, seat: int, card: int) -> Iterator[Move]:
        """The moves that take exactly this card, or none, and that can be written and are not refused."""
        notation = self.game.notation
        for kind in KINDS:
            for argument in self.facts.arguments(match.state, card):
                move = Move(kind, card, 0, argument)
                legal = self.game.rules.check(match.state, seat, move) == violations.OK
                if legal and notation.parse(notation.write(move)) == move:
                    yield move

    def _say_unlisted(self, match: AnyMatch, seat: int, move: Move) -> None:
        rules, addable = self.game.rules, match.extend(seat).cards
        function = rules.addable if move.cards and not addable & move.cards else rules.count_moves
        place, text = places.of_function(function), self.game.notation.write(move)
        self.say(
            ("unlisted", function), place, f"{text} of seat {seat} is refused nowhere and listed nowhere"
        )

    # --- what is shown --------------------------------------------------------------------------------

    def _look_at_views(self, match: AnyMatch) -> None:
        """Whether everybody can be shown the moment, in a phase that there is, by numbers that there are."""
        for viewer in (None, *range(match.players)):
            shown = match.view(viewer)
            self.game.check_values(match.seen(viewer))
            if shown.phase not in phases(type(shown)):
                place = places.of_function(self.game.view.show)
                self.say("phase", place, f'the phase "{shown.phase}" is none of those that its view may have')
        for seat in match.acting:
            for move in match.extend(seat).moves:
                kind = take_apart(self.game.notation.write(move)).kind
                if kind != PLAY and f"move.{kind}" not in self.texts:
                    self._say_no_text(f"move.{kind}")

    def _say_no_text(self, key: str) -> None:
        file = places.shown(self.folder / "texts" / f"{written_in(self.package)[0]}.json")
        self.say(key, file, f'there is no "{key}", which is asked for in play')

    def _look_at_the_end(self, match: AnyMatch, watch: Watch) -> None:
        """Whether a round that is over has a result, lines and events that there are words for."""
        if not match.round_over:
            return
        watch.still_going()
        for line in match.view(None).result_lines:
            if line.key not in self.texts:
                self._say_no_text(line.key)
            if line.rule not in self.rules:
                place = places.of_word(self.folder, line.rule) or places.shown(self.folder / "result.py")
                self.say(line.rule, place, f"the line {line.key} is by {line.rule}, which README.md has not")
        for event in (event for viewer in (None, 0) for event in match.ledger(viewer).events()):
            if event.kind not in EVENTS_OF_EVERY_GAME | set(self.game.story.EVENTS):
                place = places.of_pattern(self.folder / "story.py", r"^EVENTS\b")
                self.say(event.kind, place, f'EVENTS has no "{event.kind}", which is told in play')
        try:
            self.game.carried(match.state)
        except WrongMemory as error:
            self.say("carried", places.of_function(self.game.rules.write_carried), str(error))
        if not match.thrown_in and not self.facts.adds_up(match.state, len(match.round.deal.hands[0])):
            place = places.of_function(self.facts.adds_up)
            self.say("adds up", place, f"adds_up says that the result {match.standing.result} is wrong")


def dealt_otherwise(deal: Deal, seat: int, rng: Random) -> Deal:
    """The deal with the hands of all other seats dealt anew among these; where there is one, with a card of
    the cards left over in it.
    """
    if len(deal.hands) == 2:
        other, rest = list(deal.hands[1 - seat]), list(deal.rest)
        if other and rest:
            other[-1], rest[-1] = rest[-1], other[-1]
        own = deal.hands[seat]
        return Deal((own, tuple(other)) if seat == 0 else (tuple(other), own), tuple(rest))
    pool = [card for owner, hand in enumerate(deal.hands) if owner != seat for card in hand]
    rng.shuffle(pool)
    return Deal(
        tuple(
            hand if owner == seat else tuple(pool.pop() for _ in hand)
            for owner, hand in enumerate(deal.hands)
        ),
        deal.rest,
    )
