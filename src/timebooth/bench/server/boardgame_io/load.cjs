// node load.cjs PORT SOCKETS MOVES IN_FLIGHT: matches of four, so many moves at once, each seen by all four players.
const { io } = require("socket.io-client");

const [port, sockets, moves, inFlight] = process.argv.slice(2).map(Number);
const base = `http://localhost:${port}`;
const SEATS = 4;
const GAME = "voyage";

async function post(path, body) {
  const answer = await fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

// A match of four; the sockets of one that is over are used again.
async function open(lines = []) {
  const { matchID } = await post(`/games/${GAME}/create`, { numPlayers: SEATS });
  const match = { id: matchID, lines, keys: [], state: null, heard: () => {} };
  for (let seat = 0; seat < SEATS; seat++) {
    const joined = await post(`/games/${GAME}/${matchID}/join`, { playerID: String(seat), playerName: `p${seat}` });
    match.keys.push(joined.playerCredentials);
    const line = lines[seat] ?? (lines[seat] = await connected());
    line.off("sync").off("update");
    line.on("update", (id, state) => {
      if (id !== matchID) return;
      match.state = state;
      match.heard(seat, state._stateID);
    });
    await new Promise((done) => {
      line.on("sync", (id, sync) => {
        if (id !== matchID) return;
        match.state = sync.state;
        done();
      });
      line.emit("sync", matchID, String(seat), match.keys[seat], SEATS);
    });
  }
  return match;
}

function connected() {
  const line = io(`${base}/${GAME}`, { transports: ["websocket"], forceNew: true });
  return new Promise((done) => line.once("connect", () => done(line)));
}

function move(match) {
  const seat = Number(match.state.ctx.currentPlayer);
  const before = match.state._stateID;
  const began = process.hrtime.bigint();
  return new Promise((done) => {
    const seen = new Set();
    let ack = 0;
    match.heard = (who, stateID) => {
      if (stateID <= before) return;
      const ms = Number(process.hrtime.bigint() - began) / 1e6;
      if (who === seat && !seen.has(who)) ack = ms;
      seen.add(who);
      if (seen.size === SEATS) done([ack, ms]);
    };
    const payload = { type: "travel", args: [before], playerID: String(seat), credentials: match.keys[seat] };
    match.lines[seat].emit("update", { type: "MAKE_MOVE", payload }, before, match.id, String(seat));
  });
}

async function main() {
  const matches = [];
  const wanted = Math.floor(sockets / SEATS);
  while (matches.length < wanted) {
    const some = Math.min(8, wanted - matches.length);
    matches.push(...(await Promise.all(Array.from({ length: some }, () => open()))));
  }
  process.stdout.write(JSON.stringify({ ready: matches.length }) + "\n");
  await new Promise((go) => process.stdin.once("data", go));
  const acks = [];
  const alls = [];
  let left = moves;
  const free = [...matches];
  const began = process.hrtime.bigint();
  const worker = async () => {
    while (left-- > 0) {
      let match = free.shift();
      if (match.state.ctx.gameover) match = await open(match.lines);
      const [ack, all] = await move(match);
      acks.push(ack);
      alls.push(all);
      free.push(match);
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, matches.length) }, worker));
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  process.stdout.write(JSON.stringify({ answers: acks.length, seconds, acks, alls }) + "\n", () => process.exit(0));
}

main().catch((problem) => {
  process.stderr.write(String(problem.stack || problem) + "\n");
  process.exit(1);
});
