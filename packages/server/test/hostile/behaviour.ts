import type { Socket } from "node:net";
import type { CheckErrorCode, CheckPhase, TlsReason } from "@vedette/contract/checks/check-errors.ts";

/** What a check of it must find. `phase` is left out where two of them are right. */
export type Expected = {
  status: "up" | "down" | "error";
  statusCode?: number;
  code?: CheckErrorCode;
  phase?: CheckPhase;
  reason?: TlsReason;
};

/** The request's first line, and what its behaviour needs to know of the place it runs in. */
export type Exchange = {
  socket: Socket;
  method: string;
  query: URLSearchParams;
  /** The URL of another behaviour. */
  urlOf(name: string): string;
};

/** One bad habit of a web server, at a path of its own. */
export type Behaviour = {
  /** For a check without assertions, timing out after some seconds at most. */
  expected: Expected;
  /** For a check with an assertion on the body, where that differs. */
  expectedOfBody?: Expected;
  respond(exchange: Exchange): void;
};

export type Behaviours = Readonly<Record<string, Behaviour>>;

export const UP: Expected = { status: "up", statusCode: 200 };

export function down(code: CheckErrorCode, phase?: CheckPhase, reason?: TlsReason): Expected {
  return { status: "down", code, ...(phase && { phase }), ...(reason && { reason }) };
}

/** A whole answer with these bytes, framed as it should be, and the connection closed. */
export function answer(socket: Socket, body: string | Buffer, fields: readonly string[] = []): void {
  const bytes = Buffer.from(body);
  const head = ["HTTP/1.1 200 OK", `Content-Length: ${bytes.length}`, "Connection: close", ...fields];
  socket.end(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]));
}

/** Writes for as long as the other side reads, and no faster. */
export function pour(socket: Socket, next: () => string | Buffer | null): void {
  if (socket.destroyed) return;
  for (let chunk = next(); chunk !== null; chunk = next()) {
    if (!socket.write(chunk)) {
      socket.once("drain", () => pour(socket, next));
      return;
    }
  }
  socket.end();
}

/** One piece at a time with a pause before each; ends with the connection at the latest. */
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

/** A whole number from the query, or the default. */
export function numberOf(query: URLSearchParams, name: string, otherwise: number): number {
  const number = Number(query.get(name) ?? otherwise);
  return Number.isSafeInteger(number) && number >= 0 ? number : otherwise;
}
