// A game like Riff in Time in what it costs to serve: some two kilobytes lie open, hands and the deck are hidden, and it
// is over after about as many moves as four people at random need there.
const PLACES = 11;
const CARDS = 60;
const HAND = 3;
const LENGTH = 60;

const names = (what, many, first = 0) => Array.from({ length: many }, (_, i) => `${what}_${first + i}`);

function place(i) {
  const near = [1, 2, PLACES - 1].map((step) => `place_${(i + step) % PLACES}`);
  return { place: `place_${i}`, position: i, level: 3, near, fixed: false, returned: false, personages: [`personage_${i}`] };
}

function player(seat) {
  return {
    seat,
    who: `character_${seat}`,
    place: "place_10",
    booth: [],
    triumphs: [],
    objective: `objective_${seat}`,
    stage: 0,
    completed: false,
    actions: ["move"],
    hand: names("card", HAND, seat * HAND),
  };
}

module.exports = {
  name: "voyage",
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => ({
    places: Array.from({ length: PLACES }, (_, i) => place(i)),
    players: Array.from({ length: 4 }, (_, seat) => player(seat)),
    dice: names("die", 4).map((die) => ({ die, face: "move", used: false })),
    deck: names("card", CARDS),
    discardPile: [],
    moves: 0,
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.length,
    players: G.players.map((each) => (String(each.seat) === playerID ? each : { ...each, hand: each.hand.length })),
  }),
  moves: {
    travel: ({ G, playerID }, to) => {
      const there = G.places[to % PLACES];
      G.players[Number(playerID)].place = there.place;
      there.level = (there.level + 1) % 10;
      if (G.moves % 4 === 0) G.discardPile.push(G.deck.pop());
      G.moves += 1;
    },
  },
  endIf: ({ G }) => (G.moves >= LENGTH ? { draw: true } : undefined),
  turn: { minMoves: 1, maxMoves: 1 },
};
