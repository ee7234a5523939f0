/* A random playout of Lockup, preset author, by hand: the limit that the compiled rules are held against.
 *
 * Cards and the numbers of the rules are those of src/sevenfold/games/lockup: a set of cards is a mask, bit
 * suit * 13 + rank, clubs first and the ace highest. A state holds what a playout needs and no more. It is the
 * state of a player who is to act, in the middle of a trick or not.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

enum { SEATS = 4, RANKS = 13, PACK = 52 };
enum { COUNTED = 11 }; /* a line of `survey`: moves, tricks by seat, tricks by clubs in them, tricks passed */

typedef uint64_t Cards;

static const Cards SUIT = (1 << RANKS) - 1;
static const Cards CLUBS = (1 << RANKS) - 1;
static const Cards PICTURES = 7 << 9;

typedef struct {
    Cards hands[SEATS];
    Cards trick;           /* the cards of the current trick */
    Cards suit_led;        /* all cards of that suit */
    Cards winning;         /* the card that takes the trick so far */
    int8_t tricks[SEATS];  /* taken (LU-4.2) */
    int8_t locked[SEATS];  /* tricks still to sit out, the current one included (LU-5.1) */
    int8_t tricks_left;    /* the current one included */
    int8_t leader;
    int8_t waiting;        /* who is to play to this trick after the one whose turn it is: bit i is leader + i */
    int8_t turn;
    int8_t taker;          /* of this trick so far; between tricks, of the last one */
} State;

/* --- chance -------------------------------------------------------------------------------------------- */

/* wyrand: one multiplication a number, and 2^64 numbers before it repeats. */
static inline uint64_t draw(uint64_t *rng) {
    *rng += 0xa0761d6478bd642full;
    __uint128_t product = (__uint128_t)*rng * (*rng ^ 0xe7037ed1a0b428dbull);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static inline int below(int bound, uint64_t *rng) {
    return (int)((draw(rng) >> 32) * (uint64_t)bound >> 32);
}

static inline Cards random_card(Cards cards, uint64_t *rng) {
    int index = below(__builtin_popcountll(cards), rng);
#ifdef __BMI2__
    return _pdep_u64(1ull << index, cards);
#else
    while (index-- > 0) cards &= cards - 1;
    return cards & -cards;
#endif
}

/* --- the rules ----------------------------------------------------------------------------------------- */

static inline int next_waiting(State *state) {
    int step = __builtin_ctz(state->waiting);
    state->waiting &= state->waiting - 1;
    return (state->leader + step) % SEATS;
}

/* LU-5.4, LU-5.6: the first free seat from the last taker on leads. False where all are locked up. */
static inline bool find_leader(State *state) {
    unsigned is_free = 0;
    for (int step = 0; step < SEATS; step++)
        is_free |= (unsigned)(state->locked[(state->taker + step) % SEATS] == 0) << step;
    if (is_free == 0) return false;
    int first = __builtin_ctz(is_free);
    state->leader = state->turn = (state->taker + first) % SEATS;
    state->waiting = is_free >> first & ~1u;
    return true;
}

/* LU-5.3: as the trick begins, each that sits it out loses a card. */
static inline void lose_cards(State *state, uint64_t *rng) {
    for (int seat = 0; seat < SEATS; seat++)
        if (state->locked[seat] > 0) state->hands[seat] ^= random_card(state->hands[seat], rng);
}

/* A trick is over, played or passed. */
static inline void count_down(State *state) {
    state->tricks_left--;
    for (int seat = 0; seat < SEATS; seat++) state->locked[seat] -= state->locked[seat] > 0;
}

/* Go on to the next leader, past tricks that nobody can play (LU-5.6). False when the round is over (LU-1.3). */
static inline bool open_trick(State *state, uint64_t *rng) {
    state->trick = state->suit_led = state->winning = 0;
    while (state->tricks_left > 0) {
        lose_cards(state, rng);
        if (find_leader(state)) return true;
        count_down(state);
    }
    return false;
}

static inline Cards playable(const State *state) {
    Cards hand = state->hands[state->turn];
    if (state->trick == 0) return hand & ~CLUBS ? hand & ~CLUBS : hand; /* LU-2.1, LU-2.2 */
    Cards trick = state->trick;
    Cards pictures = (trick | trick >> RANKS | trick >> 2 * RANKS | trick >> 3 * RANKS) & PICTURES;
    Cards following = hand & state->suit_led;
    return following ? following | (hand & pictures) : hand; /* LU-3.1, LU-3.2; LU-3.3 */
}

static inline void play_card(State *state, Cards card) {
    if (state->trick == 0) state->suit_led = SUIT << __builtin_ctzll(card) / RANKS * RANKS;
    state->hands[state->turn] ^= card;
    state->trick |= card;
    if ((card & state->suit_led) > state->winning) { /* LU-4.1 */
        state->winning = card;
        state->taker = state->turn;
    }
}

/* LU-4.2, LU-5.1; how many clubs were in the trick. */
static inline int take_trick(State *state) {
    int clubs = __builtin_popcountll(state->trick & CLUBS);
    count_down(state);
    state->tricks[state->taker]++;
    state->locked[state->taker] = clubs;
    return clubs;
}

/* --- playouts ------------------------------------------------------------------------------------------ */

/* Play to the end of the round; how many cards were played. Where asked to, count the tricks by their clubs. */
static inline __attribute__((always_inline)) int playout(State *state, uint64_t *rng, int32_t *tricks_by_clubs) {
    for (int moves = 1;; moves++) {
        play_card(state, random_card(playable(state), rng));
        if (state->waiting) {
            state->turn = next_waiting(state);
            continue;
        }
        int clubs = take_trick(state);
        if (tricks_by_clubs) tricks_by_clubs[clubs]++;
        if (!open_trick(state, rng)) return moves;
    }
}

/* The pack is shuffled from whatever order it is in: thirteen cards to three seats, the rest to the fourth. */
static void deal(State *state, uint8_t pack[PACK], int first, uint64_t *rng) {
    *state = (State){.tricks_left = RANKS, .taker = first};
    for (int seat = 0; seat < SEATS; seat++)
        for (int index = seat * RANKS; index < (seat + 1) * RANKS; index++) {
            int other = index + below(PACK - index, rng);
            uint8_t kind = pack[other];
            pack[other] = pack[index];
            pack[index] = kind;
            state->hands[seat] |= 1ull << kind;
        }
    open_trick(state, rng);
}

static void new_pack(uint8_t pack[PACK]) {
    for (int kind = 0; kind < PACK; kind++) pack[kind] = kind;
}

size_t state_size(void) { return sizeof(State); }

/* A state after the deal, for `rollouts`. */
void dealt(State *state, uint64_t seed, int first) {
    uint8_t pack[PACK];
    new_pack(pack);
    deal(state, pack, first, &seed);
}

/* So many rounds, each dealt and played; returns the moves and adds up the tricks taken. */
int64_t full_rounds(int64_t rounds, uint64_t seed, int64_t tricks[SEATS]) {
    uint8_t pack[PACK];
    State state;
    int64_t moves = 0;
    new_pack(pack);
    for (int64_t round = 0; round < rounds; round++) {
        deal(&state, pack, round % SEATS, &seed);
        moves += playout(&state, &seed, NULL);
        for (int seat = 0; seat < SEATS; seat++) tricks[seat] += state.tricks[seat];
    }
    return moves;
}

/* So many playouts, each of a copy of `start`; returns the moves and adds up the tricks taken. */
int64_t rollouts(const State *start, int64_t rounds, uint64_t seed, int64_t tricks[SEATS]) {
    int64_t moves = 0;
    for (int64_t round = 0; round < rounds; round++) {
        State state = *start;
        moves += playout(&state, &seed, NULL);
        for (int seat = 0; seat < SEATS; seat++) tricks[seat] += state.tricks[seat];
    }
    return moves;
}

/* What happened in each of so many rounds that seat 0 leads. */
void survey(int64_t rounds, uint64_t seed, int32_t lines[][COUNTED]) {
    uint8_t pack[PACK];
    State state;
    new_pack(pack);
    for (int64_t round = 0; round < rounds; round++) {
        int32_t *line = lines[round];
        for (int column = 0; column < COUNTED; column++) line[column] = 0;
        deal(&state, pack, 0, &seed);
        line[0] = playout(&state, &seed, line + 1 + SEATS);
        line[COUNTED - 1] = RANKS;
        for (int seat = 0; seat < SEATS; seat++) {
            line[1 + seat] = state.tricks[seat];
            line[COUNTED - 1] -= state.tricks[seat];
        }
    }
}
