import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { drip, streamChunks } from "./behavior.ts";
import { openRawPort } from "./open-port.ts";

/** What a hostile TCP server does with a connection. */
const STREAMS: Readonly<Record<string, (socket: Socket) => void>> = {
  silent: (socket) => socket.resume(),
  slow: (socket) => drip(socket, 20, () => "x"),
  endless: (socket) => streamChunks(socket, () => "x".repeat(65_536)),
  garbage: (socket) => socket.end(randomBytes(4_096).fill(0xff, 0, 16)),
  truncated: (socket) => socket.end(Buffer.from([0x16, 0x03])),
  "wrong version": (socket) => socket.end("HTTP/1.0 505 HTTP Version Not Supported\r\n\r\n"),
  oversized: (socket) => socket.end(`${"x".repeat(2_000_000)}\r\n`),
  reset: (socket) => socket.once("data", () => socket.resetAndDestroy()).resume(),
  "reset at once": (socket) => socket.resetAndDestroy(),
  "closed early": (socket) => socket.end(),
};

/** A check that waits for its timeout must not hold up the suite. Long enough for the checks of several tests at once. */
export const TIMEOUT_MS = 1_000;
const MAY_HANG: ReadonlySet<string> = new Set(["silent", "slow", "reset"]);

/** What differs after a good beginning; the others end as one of these. */
const AFTER_OPENING: ReadonlySet<string> = new Set(["silent", "endless", "garbage", "closed early"]);

type Run = (port: number, timeoutMs: number) => Promise<{ error: { code: string } | null }>;

type Hostile = {
  /** What the server sends first: a protocol that begins well. */
  opening?: string | Uint8Array | undefined;
  timeoutMs?: number;
};

/** Returns the code that a check finds for each behavior, all at once. */
export async function collectCodes(run: Run, { opening, timeoutMs = TIMEOUT_MS }: Hostile = {}) {
  const streams = Object.entries(STREAMS).filter(
    ([name]) => opening === undefined || AFTER_OPENING.has(name),
  );
  const codes = streams.map(async ([name, behave]) => {
    const opened = await openRawPort((socket) => {
      if (opening !== undefined) socket.write(opening);
      behave(socket);
    });
    // A silent server behind a good beginning is silent for all checks.
    const mayHang = MAY_HANG.has(name) || opening !== undefined;
    const { error } = await run(opened.port, mayHang ? timeoutMs : 10_000);
    await opened.close();
    return [name, error?.code] as const;
  });
  return Object.fromEntries(await Promise.all(codes));
}
