// node server.cjs PORT
const { Server } = require("boardgame.io/server");
const game = require("./game.cjs");

const port = Number(process.argv[2]);
console.log = console.info = () => {};
Server({ games: [game], origins: [/.*/] })
  .run(port)
  .then(() => process.stdout.write("ready\n"));
