import { connect, type Socket } from "node:net";
import process from "node:process";

/**
 * Visitors at a constant rate, in a process of their own. A bare socket costs a tenth of an HTTP client, so that the
 * visitors take little from the server on the same cores. Arguments: URL, requests a second, seconds, connections, content
 * coding. Writes `{ sent, answered }`.
 */
const [address = "", rate, seconds, connections, coding = ""] = process.argv.slice(2);
const url = new URL(address);
const perSecond = Number(rate);
const durationMs = Number(seconds) * 1_000;
const request = `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAccept-Encoding: ${coding}\r\n\r\n`;
const STATUS_LINE = Buffer.from("HTTP/1.1 200 ");
const STEP_MS = 10;
/** For the answers that are still under way at the end. */
const LAST_WAIT_MS = 1_000;

let answered = 0;
let sent = 0;

function open(): Socket {
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true);
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    // A status line may begin in one chunk and end in the next.
    const text = Buffer.concat([rest, chunk]);
    for (let at = text.indexOf(STATUS_LINE); at !== -1; at = text.indexOf(STATUS_LINE, at + 1)) answered += 1;
    rest = text.subarray(Math.max(0, text.length - STATUS_LINE.length + 1));
  });
  return socket;
}

const sockets = Array.from({ length: Number(connections) }, open);
const startMs = performance.now();
const timer = setInterval(() => {
  const elapsedMs = Math.min(performance.now() - startMs, durationMs);
  const due = Math.floor((elapsedMs / 1_000) * perSecond);
  for (; sent < due; sent += 1) sockets[sent % sockets.length]?.write(request);
  if (elapsedMs < durationMs) return;
  clearInterval(timer);
  setTimeout(() => {
    process.stdout.write(JSON.stringify({ sent, answered }));
    for (const socket of sockets) socket.destroy();
  }, LAST_WAIT_MS);
}, STEP_MS);
