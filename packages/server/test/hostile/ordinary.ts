import { type Behaviors, drip, readNumber, sendResponse, UP } from "./behavior.ts";

const NESTING = 100_000;

/** Behaviors of correct servers, including some that clients often handle wrongly. */
export const ORDINARY: Behaviors = {
  ok: { expected: UP, respond: ({ socket }) => sendResponse(socket, "ok\n", ["Content-Type: text/plain"]) },
  json: {
    expected: UP,
    respond: ({ socket }) =>
      sendResponse(socket, '{"status":"ok","items":[{"id":1},{"id":2}]}', ["Content-Type: application/json"]),
  },
  "json-deep": {
    expected: UP,
    respond: ({ socket }) =>
      sendResponse(socket, `${"[".repeat(NESTING)}1${"]".repeat(NESTING)}`, [
        "Content-Type: application/json",
      ]),
  },
  "error-500": {
    expected: { status: "down", statusCode: 500, code: "ASSERTION_FAILED", phase: "assertion" },
    respond: ({ socket }) =>
      socket.end(
        "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 5\r\nConnection: close\r\n\r\noops\n",
      ),
  },
  /** Responds after `?ms=` milliseconds. */
  slow: {
    expected: UP,
    respond: ({ socket, query }) => {
      const timer = setTimeout(() => sendResponse(socket, "slow\n"), readNumber(query, "ms", 50));
      socket.once("close", () => clearTimeout(timer));
    },
  },
  /** Sends ten bytes, `?pause_ms=` apart. */
  drip: {
    expected: UP,
    respond: ({ socket, query }) => {
      let remaining = 10;
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n");
      drip(socket, readNumber(query, "pause_ms", 20), () => (remaining-- > 0 ? "." : null));
    },
  },
  "http-1.0": { expected: UP, respond: ({ socket }) => socket.end("HTTP/1.0 200 OK\r\n\r\nuntil the end\n") },
  "early-hints": {
    expected: UP,
    respond: ({ socket }) => {
      socket.write("HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n");
      sendResponse(socket, "after 103\n");
    },
  },
  "204-with-body": {
    expected: { status: "up", statusCode: 204 },
    respond: ({ socket }) => socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\nsurplus"),
  },
  /** Sends a body even for HEAD requests. */
  "head-with-body": { expected: UP, respond: ({ socket }) => sendResponse(socket, "surplus") },
};
