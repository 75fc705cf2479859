import {
  type Behaviors,
  down,
  type Exchange,
  type Expected,
  readNumber,
  sendResponse,
  UP,
} from "./behavior.ts";

/** Maximum number of redirects that a check follows. */
const FOLLOWED_MAX = 10;

function redirect({ socket }: Exchange, location: string, status = 302): void {
  socket.end(
    `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}

/** Redirects `?left=` more times, then responds. */
function hops(name: string, count: number, expected: Expected): Behaviors {
  const respond = (exchange: Exchange) => {
    const left = readNumber(exchange.query, "left", count);
    if (left === 0) sendResponse(exchange.socket, "arrived\n");
    else redirect(exchange, `${exchange.urlOf(name)}?left=${left - 1}`);
  };
  return { [name]: { expected, respond } };
}

function to(location: string): Behaviors[string] {
  return {
    expected: down("PROTOCOL_ERROR", "headers"),
    respond: (exchange) => redirect(exchange, location),
  };
}

export const REDIRECTS: Behaviors = {
  ...hops("redirect-1", 1, UP),
  ...hops("redirect-10", FOLLOWED_MAX, UP),
  ...hops("redirect-11", FOLLOWED_MAX + 1, down("TOO_MANY_REDIRECTS", "headers")),
  "redirect-loop": {
    expected: down("TOO_MANY_REDIRECTS", "headers"),
    respond: (exchange) => redirect(exchange, exchange.urlOf("redirect-loop")),
  },
  "redirect-nowhere": {
    expected: { status: "up", statusCode: 302 },
    respond: ({ socket }) =>
      socket.end("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
  },
  "redirect-relative": { expected: UP, respond: (exchange) => redirect(exchange, "ok", 307) },
  /** Redirects from https to http if the request came over TLS. */
  "redirect-to-http": { expected: UP, respond: (exchange) => redirect(exchange, exchange.urlOf("ok"), 301) },
  "redirect-to-file": to("file:///etc/passwd"),
  "redirect-to-garbage": to("http://[::bad"),
};
