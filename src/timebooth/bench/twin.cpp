// The Excellent Boardgame in hand-written C++, as fast as we could make it, for `timebooth bench twin`.
//
// Random play only, four seats or fewer, the standard options. The same sfc32 stream and the same rules as the
// Python engine, so that both end every game in the same state; only the benchmark uses it.
// Names and § are those of src/timebooth/games/excellent_boardgame.
//
//   twin play FILE            FILE: the box, then games; prints a checksum for each game
//   twin time FILE SECONDS    copies the dealt games of FILE and plays them out, over and over; prints choices per second

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;

constexpr int SEATS = 4, KINDS = 9, CARDS = 60, HAND = 5, TOKENS = 62, SPACES = 225, BUTTON = 5;
constexpr int SIXTY_NINE = 59, TURN_LEFT = 4, TURN_RIGHT = 5, NO_SYMBOL = 6, SYMBOLS = 8;
constexpr u64 SINGLE_DIGITS = 0x1FF;
constexpr u8 UNREVEALED = 63, NO_CARD = CARDS, HELD = 254, RETURNED = 255;
constexpr u32 CHARACTERS = (1 << KINDS) - 1, KNIGHT = 1 << KINDS, DUDES = 3 << KINDS;  // what is in a space
constexpr u32 BOOTH = 1 << (KINDS + 2), BOOTHS = 15 << (KINDS + 2);
constexpr int MOST_CHARACTERS = 1, LOWEST_CARD = 2;

static inline int count(u64 members) { return std::popcount(members); }
static inline int lowest(u64 members) { return std::countr_zero(members); }

static inline int nth(u64 members, int n) {
#if defined(__BMI2__)
    return lowest(_pdep_u64(u64{1} << n, members));
#else
    while (n-- > 0) members &= members - 1;
    return lowest(members);
#endif
}

struct Rng {  // sfc32, Lemire's method
    u32 a, b, c, counter;

    u32 word() {
        const u32 word = a + b + counter++;
        a = b ^ (b >> 9);
        b = c + (c << 3);
        c = ((c << 21) | (c >> 11)) + word;
        return word;
    }

    u32 below(u32 n) {
        u64 product = u64{word()} * n;
        if (u32(product) < n) {
            const u32 unfair = (0u - n) % n;
            while (u32(product) < unfair) product = u64{word()} * n;
        }
        return u32(product >> 32);
    }
};

struct Box {
    int width, height, spaces, tokens, centre;
    std::vector<int> dots;
    struct Start {
        int pose, players;  // players: a set of player counts
    };
    std::vector<Start> starts;
    u16 dude_pose[2];
    u16 after[SPACES * 4 * SYMBOLS];  // space * 4 + facing, after a symbol
    u8 card_button[CARDS * BUTTON], card_dude[CARDS], token_button[TOKENS * BUTTON], kind_of[TOKENS];
    u8 first_token[KINDS + 1];
};

static Box box;

struct Game {
    u64 hand[SEATS], unseen, discard, unrevealed, showing;
    u16 booth[SEATS], dude[2];  // space * 4 + facing
    u16 collected[SEATS];
    u16 in_space[SPACES];  // which characters lie there, which evil dudes and booths stand there
    u8 lies_at[TOKENS], level[TOKENS], arrows[TOKENS];
    u8 row[SEATS][KINDS], held[SEATS], first[SEATS], second[SEATS], order[SEATS];
    u8 seats, round, rounds, pile, returned, winner, ending;
    u32 drops;

    void deal(int players, Rng &rng);
    int play(Rng &rng);
    u64 checksum(int choices, const Rng &rng) const;

  private:
    int plan(Rng &rng);
    void settle_order();
    int move_booth(int seat, Rng &rng);
    int enter(int seat, Rng &rng);
    void follow_card(int seat, int card);
    void drop(int seat);
    void pick_up(int seat, int kind);
    void end_turn(int seat, Rng &rng);
    void draw_cards(int seat, int wanted, Rng &rng);
    void find_winner();
    int stack_height(int space, int kind) const;
};

template <class T> static void shuffle(std::vector<T> &cards, Rng &rng) {
    for (size_t i = cards.size() - 1; i > 0; i--) std::swap(cards[i], cards[rng.below(u32(i + 1))]);
}

void Game::deal(int players, Rng &rng) {  // §SETUP
    std::memset(this, 0, sizeof *this);
    const int extra_copies = players == 2 ? 2 : players == 3 ? 1 : 0;
    seats = u8(players);
    rounds = players == 2 ? 10 : players == 3 ? 7 : 5;
    returned = players == 2 ? 14 : players == 3 ? 9 : 0;
    pile = u8(CARDS - returned);
    unseen = (u64{1} << CARDS) - 1;
    unrevealed = (u64{1} << box.tokens) - 1;
    std::memset(arrows, UNREVEALED, sizeof arrows);
    std::memset(lies_at, RETURNED, sizeof lies_at);
    std::memset(first, NO_CARD, sizeof first);
    std::memset(second, NO_CARD, sizeof second);
    for (int i = 0; i < 2; i++) {
        dude[i] = box.dude_pose[i];
        in_space[dude[i] >> 2] |= KNIGHT << i;
    }
    std::vector<int> dots;
    for (int dot : box.dots)
        if (dot != box.centre) dots.push_back(dot);
    shuffle(dots, rng);
    dots.insert(dots.begin(), box.centre);
    for (int kind = 0; kind < KINDS; kind++) {
        const int copies = box.first_token[kind + 1] - box.first_token[kind] - extra_copies;
        for (int i = 0; i < copies; i++) {
            lies_at[box.first_token[kind] + i] = u8(dots[kind]);
            level[box.first_token[kind] + i] = u8(i);
        }
        in_space[dots[kind]] |= 1 << kind;
    }
    std::vector<Box::Start> starts;
    for (const Box::Start &start : box.starts)
        if (start.players >> players & 1) starts.push_back(start);
    std::vector<int> places;
    for (int seat = 0; seat < players; seat++) places.push_back(seat);
    shuffle(places, rng);
    for (int i = 0; i < players; i++) {
        booth[places[i]] = u16(starts[i % starts.size()].pose);
        in_space[booth[places[i]] >> 2] |= BOOTH << places[i];
    }
    for (int seat = 0; seat < players; seat++) draw_cards(seat, HAND, rng);
}

int Game::play(Rng &rng) {
    int choices = 0;
    while (round < rounds) {
        round++;
        choices += plan(rng);
        settle_order();
        for (int turn = 0; turn < seats; turn++) {
            const int seat = order[turn];
            choices += move_booth(seat, rng);
            follow_card(seat, first[seat]);
            follow_card(seat, second[seat]);
            end_turn(seat, rng);
        }
    }
    find_winner();
    return choices;
}

int Game::plan(Rng &rng) {  // §PLAN
    for (int seat = 0; seat < seats; seat++) {
        const u32 others = u32(count(hand[seat]) - 1);
        const u32 chosen = rng.below((others + 1) * others);
        first[seat] = u8(nth(hand[seat], int(chosen / others)));
        hand[seat] ^= u64{1} << first[seat];
        second[seat] = u8(nth(hand[seat], int(chosen % others)));
        hand[seat] ^= u64{1} << second[seat];
    }
    return seats;
}

static inline int initiative(u64 shown, u64 others) {  // §ORDER §SIXTY_NINE
    if ((shown >> SIXTY_NINE & 1) && (others & SINGLE_DIGITS)) return 0;
    return lowest(shown) + 1;
}

void Game::settle_order() {
    u64 shown[SEATS], revealed = 0;
    int keys[SEATS];
    for (int seat = 0; seat < seats; seat++) revealed |= shown[seat] = u64{1} << first[seat] | u64{1} << second[seat];
    for (int seat = 0; seat < seats; seat++) {
        const int key = initiative(shown[seat], revealed & ~shown[seat]) << 2 | seat;
        int at = seat;
        for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
    for (int place = 0; place < seats; place++) order[place] = keys[place] & 3;
}

int Game::move_booth(int seat, Rng &rng) {  // §MOVE
    int choices = 0;
    u8 programme[KINDS + 2];
    const int size = held[seat];
    for (int i = 0; i < size; i++) programme[i] = row[seat][size - 1 - i];
    u32 pose = booth[seat], meets = ~u32{collected[seat]} & (CHARACTERS | DUDES);
    in_space[pose >> 2] &= ~(BOOTH << seat);
    for (int source = 0; source < size + 2; source++) {
        const u8 *symbol;
        if (source < size) {
            if (!(showing >> programme[source] & 1)) continue;  // §J12
            symbol = box.token_button + arrows[programme[source]] * BUTTON;
        } else {
            symbol = box.card_button + (source == size ? first[seat] : second[seat]) * BUTTON;
        }
        for (; *symbol != NO_SYMBOL; symbol++) {
            pose = box.after[pose * SYMBOLS + *symbol];
            if (*symbol >= TURN_LEFT || !(in_space[pose >> 2] & meets)) continue;
            booth[seat] = u16(pose);
            choices += enter(seat, rng);
            meets = ~u32{collected[seat]} & (CHARACTERS | DUDES);
        }
    }
    booth[seat] = u16(pose);
    in_space[pose >> 2] |= BOOTH << seat;
    return choices;
}

int Game::enter(int seat, Rng &rng) {  // §PICKUP §DROP; something in this space concerns this booth
    const u32 here = in_space[booth[seat] >> 2];
    if (here & DUDES) {
        for (int i = 0; i < count(here & DUDES); i++) drop(seat);
        return 0;
    }
    u32 found = here & CHARACTERS & ~u32{collected[seat]};
    int choices = 0;
    while (found & (found - 1)) {  // §PICKUP.SEVERAL
        const int kind = nth(found, int(rng.below(u32(count(found)))));
        found &= ~(1u << kind);
        pick_up(seat, kind);
        choices++;
    }
    pick_up(seat, lowest(found));
    return choices;
}

void Game::follow_card(int seat, int card) {  // §DUDES
    const int which = box.card_dude[card];
    u16 pose = dude[which];
    in_space[pose >> 2] &= ~(KNIGHT << which);
    for (const u8 *symbol = box.card_button + card * BUTTON; *symbol != NO_SYMBOL; symbol++) {
        pose = box.after[pose * SYMBOLS + *symbol];
        if (*symbol >= TURN_LEFT || !(in_space[pose >> 2] & BOOTHS)) continue;
        if (booth[seat] >> 2 == pose >> 2) drop(seat);
        for (int place = 0; place < seats; place++)
            if (order[place] != seat && booth[order[place]] >> 2 == pose >> 2) drop(order[place]);  // §J32
    }
    dude[which] = pose;
    in_space[pose >> 2] |= KNIGHT << which;
}

int Game::stack_height(int space, int kind) const {
    int height = 0;
    for (int token = box.first_token[kind]; token < box.first_token[kind + 1]; token++) height += lies_at[token] == space;
    return height;
}

void Game::pick_up(int seat, int kind) {  // §PICKUP.ROW §J20
    const int space = booth[seat] >> 2;
    int top = 0, copies = 0, height = -1;
    for (int token = box.first_token[kind]; token < box.first_token[kind + 1]; token++) {
        if (lies_at[token] != space) continue;
        copies++;
        if (level[token] > height) height = level[top = token];
    }
    lies_at[top] = HELD;
    if (copies == 1) in_space[space] &= ~(1 << kind);
    row[seat][held[seat]++] = u8(top);
    collected[seat] |= 1 << kind;
}

void Game::drop(int seat) {  // §DROP §J20
    if (held[seat] == 0) return;
    const int token = row[seat][--held[seat]], kind = box.kind_of[token], space = booth[seat] >> 2;
    level[token] = u8(stack_height(space, kind));
    lies_at[token] = u8(space);
    in_space[space] |= 1 << kind;
    collected[seat] &= ~(1 << kind);
    showing &= ~(u64{1} << token);
    drops++;
}

void Game::end_turn(int seat, Rng &rng) {  // §TURN_END
    for (int place = 0; place < held[seat]; place++) {
        const int token = row[seat][place], kind = box.kind_of[token];
        if (showing >> token & 1) continue;
        if (arrows[token] == UNREVEALED) {
            const u64 copies = (u64{1} << box.first_token[kind + 1]) - (u64{1} << box.first_token[kind]);
            const u64 unknown = unrevealed & copies;
            arrows[token] = u8(nth(unknown, int(rng.below(u32(count(unknown))))));
            unrevealed ^= u64{1} << arrows[token];
        }
        showing |= u64{1} << token;
    }
    discard |= u64{1} << first[seat] | u64{1} << second[seat];
    first[seat] = second[seat] = NO_CARD;
    draw_cards(seat, 2, rng);
}

void Game::draw_cards(int seat, int wanted, Rng &rng) {  // §CLOCK
    for (; wanted > 0 && pile > 0; wanted--, pile--) {
        const u64 card = u64{1} << nth(unseen, int(rng.below(u32(pile + returned))));
        unseen ^= card;
        hand[seat] |= card;
    }
}

void Game::find_winner() {  // §WIN §TIE
    int most = 0, tied = 0, best = -1, earliest = 0;
    u64 shown = 0;
    for (int seat = 0; seat < seats; seat++) {
        if (held[seat] > most) most = held[seat], tied = 0;
        if (held[seat] == most) tied |= 1 << seat;
    }
    ending = MOST_CHARACTERS;
    winner = u8(lowest(u64(tied)));
    if ((tied & (tied - 1)) == 0) return;
    for (int seat = 0; seat < seats; seat++)
        if (tied >> seat & 1) shown |= hand[seat];
    for (int seat = 0; seat < seats; seat++) {
        if (!(tied >> seat & 1)) continue;
        const int early = initiative(hand[seat], shown & ~hand[seat]);
        if (best < 0 || early < earliest) best = seat, earliest = early;
    }
    ending = LOWEST_CARD;
    winner = u8(best);
}

u64 Game::checksum(int choices, const Rng &rng) const {
    u64 sum = 0xCBF29CE484222325;  // FNV-1a, number by number
    const auto add = [&sum](u64 number) { sum = (sum ^ number) * 0x100000001B3; };
    for (u64 number : {u64(choices), u64{rng.a}, u64{rng.b}, u64{rng.c}, u64{rng.counter}}) add(number);
    for (u64 number : {unseen, discard, unrevealed, showing}) add(number);
    for (u64 number : {u64{pile}, u64{round}, u64{drops}, u64{winner}, u64{ending}}) add(number);
    for (int i = 0; i < 2; i++) add(dude[i]);
    for (int token = 0; token < box.tokens; token++) {
        add(lies_at[token]);
        add(level[token]);
        add(arrows[token]);
    }
    for (int space = 0; space < box.spaces; space++) add(in_space[space] & CHARACTERS);
    for (int seat = 0; seat < seats; seat++) {
        for (u64 number : {u64{booth[seat]}, hand[seat], u64{order[seat]}, u64{collected[seat]}, u64{held[seat]}}) add(number);
        for (int place = 0; place < held[seat]; place++) add(row[seat][place]);
    }
    return sum;
}

// What `timebooth bench twin` writes: numbers only.

static u64 number(FILE *file) {
    unsigned long long found;
    if (std::fscanf(file, "%llu", &found) != 1) {
        std::fprintf(stderr, "twin: the file ends too early\n");
        std::exit(1);
    }
    return found;
}

template <class T> static void numbers(FILE *file, T *into, int many) {
    for (int i = 0; i < many; i++) into[i] = T(number(file));
}

static void read_box(FILE *file) {
    box.width = int(number(file));
    box.height = int(number(file));
    box.tokens = int(number(file));
    box.centre = int(number(file));
    box.spaces = box.width * box.height;
    box.dots.resize(KINDS);
    numbers(file, box.dots.data(), KINDS);
    box.starts.resize(number(file));
    for (Box::Start &start : box.starts) {
        start.pose = int(number(file));
        start.players = int(number(file));
    }
    numbers(file, box.dude_pose, 2);
    numbers(file, box.card_button, CARDS * BUTTON);
    numbers(file, box.card_dude, CARDS);
    numbers(file, box.first_token, KINDS + 1);
    numbers(file, box.token_button, box.tokens * BUTTON);
    for (int kind = 0; kind < KINDS; kind++)
        for (int token = box.first_token[kind]; token < box.first_token[kind + 1]; token++) box.kind_of[token] = u8(kind);
    for (int pose = 0; pose < box.spaces * 4; pose++)
        for (int symbol = 0; symbol < NO_SYMBOL; symbol++) {  // §SYMBOLS §EDGE
            int x = pose / 4 % box.width, y = pose / 4 / box.width, facing = pose % 4;
            if (symbol == TURN_LEFT) facing = (facing + 3) % 4;
            if (symbol == TURN_RIGHT) facing = (facing + 1) % 4;
            if (symbol < TURN_LEFT) {
                const int way = (facing + symbol) % 4;  // north, east, south, west
                x = (x + (way == 1) - (way == 3) + box.width) % box.width;
                y = (y + (way == 2) - (way == 0) + box.height) % box.height;
            }
            box.after[pose * SYMBOLS + symbol] = u16((y * box.width + x) * 4 + facing);
        }
}

static double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

int main(int argc, char **argv) {
    const bool timing = argc == 4 && std::strcmp(argv[1], "time") == 0;
    if (!timing && (argc != 3 || std::strcmp(argv[1], "play") != 0)) {
        std::fprintf(stderr, "usage: twin play FILE | twin time FILE SECONDS\n");
        return 2;
    }
    FILE *file = std::fopen(argv[2], "r");
    if (file == nullptr) {
        std::fprintf(stderr, "twin: cannot read %s\n", argv[2]);
        return 1;
    }
    read_box(file);
    std::vector<Game> tables;
    Rng rng{};
    for (u64 games = number(file); games > 0; games--) {
        const int seats = int(number(file));
        for (u32 *word : {&rng.a, &rng.b, &rng.c, &rng.counter}) *word = u32(number(file));
        Game game;
        game.deal(seats, rng);
        tables.push_back(game);
        if (timing) continue;
        const int choices = game.play(rng);
        std::printf("%016llx\n", (unsigned long long)game.checksum(choices, rng));
    }
    std::fclose(file);
    if (!timing || tables.empty()) return 0;
    const double begin = cpu_seconds(), wanted = std::atof(argv[3]);
    double spent = 0, choices = 0;
    while (spent < wanted) {
        for (const Game &table : tables) {
            Game game = table;
            choices += game.play(rng);
        }
        spent = cpu_seconds() - begin;
    }
    std::printf("%.1f\n", choices / spent);
    return 0;
}
