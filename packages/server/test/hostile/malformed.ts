import { type Behaviours, down, type Expected, pour, UP } from "./behaviour.ts";

const IN_HEADERS = down("PROTOCOL_ERROR", "headers");
const IN_BODY = down("PROTOCOL_ERROR", "body");
const INFORMATIONAL = 100;

/** Always the same bytes, whatever was asked; the connection closes after them. */
function says(text: string, expected: Expected): Behaviours[string] {
  return { expected, respond: ({ socket }) => socket.end(text, "latin1") };
}

/** Answers that break the rules of HTTP, most of them in ways that have split requests somewhere. */
export const MALFORMED: Behaviours = {
  "http-0.9": says("<html>no status line</html>\n", IN_HEADERS),
  "status-garbage": says("HTTP/1.1 abc Weird\r\n\r\n", IN_HEADERS),
  "bare-lf": says("HTTP/1.1 200 OK\nContent-Length: 2\n\nok", IN_HEADERS),
  "header-without-colon": says("HTTP/1.1 200 OK\r\nno colon here\r\nContent-Length: 2\r\n\r\nok", IN_HEADERS),
  "header-nul": says("HTTP/1.1 200 OK\r\nX-Nul: a\0b\r\nContent-Length: 2\r\n\r\nok", IN_HEADERS),
  "length-and-chunked": says(
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    IN_HEADERS,
  ),
  "length-twice": says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk", IN_HEADERS),
  "length-negative": says("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok", IN_HEADERS),
  /** It promises less than it sends: the surplus belongs to nobody. */
  "length-short": says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok surplus", UP),
  /** It promises more than it sends, then closes. */
  "length-long": says(
    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\nok",
    down("CONNECTION_RESET", "body"),
  ),
  "chunk-size-bad": says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nok\r\n", IN_BODY),
  "chunk-size-huge": says(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nok\r\n",
    IN_BODY,
  ),
  "chunk-unended": says(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok",
    down("CONNECTION_RESET", "body"),
  ),
  "informational-100": says(
    `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(INFORMATIONAL)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`,
    IN_HEADERS,
  ),
  "switching-protocols": says(
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    IN_HEADERS,
  ),
  "headers-1-mb": {
    expected: IN_HEADERS,
    respond: ({ socket }) => {
      let left = 1_000;
      socket.write("HTTP/1.1 200 OK\r\n");
      pour(socket, () => {
        left -= 1;
        if (left < 0) return null;
        return left === 0 ? "Content-Length: 0\r\n\r\n" : `X-${left}: ${"x".repeat(1_000)}\r\n`;
      });
    },
  },
};
