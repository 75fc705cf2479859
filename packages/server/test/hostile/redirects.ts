import { answer, type Behaviours, down, type Exchange, type Expected, numberOf, UP } from "./behaviour.ts";

/** The most that a check follows. Source: decisions.md, section 3. */
const FOLLOWED_MAX = 10;

function redirect({ socket }: Exchange, location: string, status = 302): void {
  socket.end(
    `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}

/** `?left=` more redirects, then an answer. */
function hops(name: string, count: number, expected: Expected): Behaviours {
  const respond = (exchange: Exchange) => {
    const left = numberOf(exchange.query, "left", count);
    if (left === 0) answer(exchange.socket, "arrived\n");
    else redirect(exchange, `${exchange.urlOf(name)}?left=${left - 1}`);
  };
  return { [name]: { expected, respond } };
}

function to(location: string): Behaviours[string] {
  return {
    expected: down("PROTOCOL_ERROR", "headers"),
    respond: (exchange) => redirect(exchange, location),
  };
}

export const REDIRECTS: Behaviours = {
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
  /** From https to http when it is asked over TLS. */
  "redirect-to-http": { expected: UP, respond: (exchange) => redirect(exchange, exchange.urlOf("ok"), 301) },
  "redirect-to-file": to("file:///etc/passwd"),
  "redirect-to-garbage": to("http://[::bad"),
};
