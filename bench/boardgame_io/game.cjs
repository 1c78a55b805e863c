// A game as small as can be: four players take turns to claim a field.
const FIELDS = 60;

module.exports = {
  name: "fields",
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => ({ fields: Array(FIELDS).fill(null) }),
  moves: {
    claim: ({ G, playerID }, field) => {
      G.fields[field % FIELDS] = playerID;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};
