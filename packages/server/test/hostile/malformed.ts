import { type Behaviors, down, type Expected, streamChunks, UP } from "./behavior.ts";

const IN_HEADERS = down("PROTOCOL_ERROR", "headers");
const IN_BODY = down("PROTOCOL_ERROR", "body");
const INFORMATIONAL = 100;

/** Sends the same bytes for every request and closes the connection. */
function fixedResponse(text: string, expected: Expected): Behaviors[string] {
  return { expected, respond: ({ socket }) => socket.end(text, "latin1") };
}

/** Responses that violate HTTP, mostly in ways that have enabled request smuggling. */
export const MALFORMED: Behaviors = {
  "http-0.9": fixedResponse("<html>no status line</html>\n", IN_HEADERS),
  "status-garbage": fixedResponse("HTTP/1.1 abc Weird\r\n\r\n", IN_HEADERS),
  "bare-lf": fixedResponse("HTTP/1.1 200 OK\nContent-Length: 2\n\nok", IN_HEADERS),
  "header-without-colon": fixedResponse(
    "HTTP/1.1 200 OK\r\nno colon here\r\nContent-Length: 2\r\n\r\nok",
    IN_HEADERS,
  ),
  "header-nul": fixedResponse("HTTP/1.1 200 OK\r\nX-Nul: a\0b\r\nContent-Length: 2\r\n\r\nok", IN_HEADERS),
  "length-and-chunked": fixedResponse(
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    IN_HEADERS,
  ),
  "length-twice": fixedResponse(
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk",
    IN_HEADERS,
  ),
  "length-negative": fixedResponse("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok", IN_HEADERS),
  /** Announces fewer bytes than it sends. The surplus is ignored. */
  "length-short": fixedResponse(
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok surplus",
    UP,
  ),
  /** Announces more bytes than it sends, then closes. */
  "length-long": fixedResponse(
    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\nok",
    down("CONNECTION_RESET", "body"),
  ),
  "chunk-size-bad": fixedResponse(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nok\r\n",
    IN_BODY,
  ),
  "chunk-size-huge": fixedResponse(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nok\r\n",
    IN_BODY,
  ),
  "chunk-unended": fixedResponse(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok",
    down("CONNECTION_RESET", "body"),
  ),
  "informational-100": fixedResponse(
    `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(INFORMATIONAL)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`,
    IN_HEADERS,
  ),
  "switching-protocols": fixedResponse(
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    IN_HEADERS,
  ),
  "headers-1-mb": {
    expected: IN_HEADERS,
    respond: ({ socket }) => {
      let remaining = 1_000;
      socket.write("HTTP/1.1 200 OK\r\n");
      streamChunks(socket, () => {
        remaining -= 1;
        if (remaining < 0) return null;
        return remaining === 0 ? "Content-Length: 0\r\n\r\n" : `X-${remaining}: ${"x".repeat(1_000)}\r\n`;
      });
    },
  },
};
