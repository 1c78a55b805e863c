// node server.cjs PORT [FOLDER]: matches in memory, as it comes, or as files in a folder.
const { FlatFile, Server } = require("boardgame.io/server");
const game = require("./game.cjs");

const port = Number(process.argv[2]);
const dir = process.argv[3];
console.log = console.info = () => {};
Server({ games: [game], origins: [/.*/], ...(dir && { db: new FlatFile({ dir }) }) })
  .run(port)
  .then(() => process.stdout.write("ready\n"));
