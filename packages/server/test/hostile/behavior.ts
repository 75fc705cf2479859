import type { Socket } from "node:net";
import type { CheckErrorCode, CheckPhase, TlsReason } from "@vedette/contract/checks/check-errors.ts";

/** What a check must find. `phase` is omitted if two phases are correct. */
export type Expected = {
  status: "up" | "down" | "error";
  statusCode?: number;
  code?: CheckErrorCode;
  phase?: CheckPhase;
  reason?: TlsReason;
};

/** A request and the context that its behavior needs. */
export type Exchange = {
  socket: Socket;
  method: string;
  query: URLSearchParams;
  /** Returns the URL of another behavior. */
  urlOf(name: string): string;
};

/** One defect of a web server, at its own path. */
export type Behavior = {
  /** For a check without assertions and with a timeout of at most some seconds. */
  expected: Expected;
  /** For a check with an assertion on the body, if the expected result differs. */
  expectedOfBody?: Expected;
  respond(exchange: Exchange): void;
};

export type Behaviors = Readonly<Record<string, Behavior>>;

export const UP: Expected = { status: "up", statusCode: 200 };

export function down(code: CheckErrorCode, phase?: CheckPhase, reason?: TlsReason): Expected {
  return { status: "down", code, ...(phase && { phase }), ...(reason && { reason }) };
}

/** Sends a complete response with this body and correct framing, and closes the connection. */
export function sendResponse(socket: Socket, body: string | Buffer, headers: readonly string[] = []): void {
  const bytes = Buffer.from(body);
  const head = ["HTTP/1.1 200 OK", `Content-Length: ${bytes.length}`, "Connection: close", ...headers];
  socket.end(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]));
}

/** Writes as fast as the client reads. */
export function streamChunks(socket: Socket, next: () => string | Buffer | null): void {
  if (socket.destroyed) return;
  for (let chunk = next(); chunk !== null; chunk = next()) {
    if (!socket.write(chunk)) {
      socket.once("drain", () => streamChunks(socket, next));
      return;
    }
  }
  socket.end();
}

/** Writes one piece at a time with a pause before each. Stops when the connection closes. */
export function drip(socket: Socket, pauseMs: number, next: () => string | null): void {
  const timer = setInterval(() => {
    const piece = next();
    if (piece !== null) {
      socket.write(piece);
      return;
    }
    clearInterval(timer);
    socket.end();
  }, pauseMs);
  socket.once("close", () => clearInterval(timer));
}

/** Returns a non-negative integer from the query, or the default. */
export function readNumber(query: URLSearchParams, name: string, fallback: number): number {
  const number = Number(query.get(name) ?? fallback);
  return Number.isSafeInteger(number) && number >= 0 ? number : fallback;
}
