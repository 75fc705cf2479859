import { type Behaviors, down, drip, type Expected, readNumber } from "./behavior.ts";

const PARTIAL_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Half: ";
const PARTIAL_BODY = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf";
const hangs = (phase: "headers" | "body"): Expected => down("TIMEOUT", phase);
const resets = (phase: "headers" | "body"): Expected => down("CONNECTION_RESET", phase);

/**
 * Servers that stop sending or close the connection after the request. connections.ts has those before the
 * request.
 */
export const SILENCES: Behaviors = {
  "hang-after-request": { expected: hangs("headers"), respond: () => undefined },
  "hang-in-headers": { expected: hangs("headers"), respond: ({ socket }) => socket.write(PARTIAL_HEAD) },
  "hang-in-body": { expected: hangs("body"), respond: ({ socket }) => socket.write(PARTIAL_BODY) },
  "reset-after-request": {
    expected: resets("headers"),
    respond: ({ socket }) => socket.resetAndDestroy(),
  },
  "reset-in-headers": {
    expected: resets("headers"),
    respond: ({ socket }) => socket.write(PARTIAL_HEAD, () => socket.resetAndDestroy()),
  },
  "reset-in-body": {
    expected: resets("body"),
    respond: ({ socket }) => {
      // A reset discards unread bytes, so it is delayed until the client could read them.
      socket.write(PARTIAL_BODY);
      const timer = setTimeout(() => socket.resetAndDestroy(), 300);
      socket.once("close", () => clearTimeout(timer));
    },
  },
  "close-after-request": { expected: resets("headers"), respond: ({ socket }) => socket.end() },
  "close-in-body": { expected: resets("body"), respond: ({ socket }) => socket.end(PARTIAL_BODY) },
  /** A header that never ends, one byte every `?pause_ms=`. */
  "drip-headers": {
    expected: hangs("headers"),
    respond: ({ socket, query }) => {
      socket.write(PARTIAL_HEAD);
      drip(socket, readNumber(query, "pause_ms", 20), () => "x");
    },
  },
  /** A body that never ends, one byte every `?pause_ms=`. */
  "drip-body": {
    expected: hangs("body"),
    respond: ({ socket, query }) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      drip(socket, readNumber(query, "pause_ms", 20), () => "x");
    },
  },
};
