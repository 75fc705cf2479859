import { createHash } from "node:crypto";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { claim, findResponse, type Repetition, storeResponse } from "./queries.ts";

/** How long the first response is replayed. See docs/adr/0017-idempotency-in-the-transaction.md. */
const WINDOW_MS = 24 * 3_600_000;
const KEY_LENGTH_MAX = 255;

/** Returns the `Idempotency-Key` of a request, or null. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === "string" && header.length > 0 && header.length <= KEY_LENGTH_MAX) return header;
  throw new AppError("BAD_REQUEST", `Idempotency-Key must be 1 to ${KEY_LENGTH_MAX} characters long.`);
}

/**
 * Runs `work` once per key. The first request runs it and stores its response in the same transaction; later
 * requests get the stored response. An error rolls everything back, so it is not stored.
 */
export async function once(
  db: Db,
  repetition: Repetition & { bodyText: string; nowMs: number; status: number },
  work: () => Promise<unknown>,
): Promise<unknown> {
  const bodyHash = createHash("sha256").update(repetition.bodyText).digest();
  const isFirst = await claim(db, repetition, {
    bodyHash,
    now: new Date(repetition.nowMs),
    staleBefore: new Date(repetition.nowMs - WINDOW_MS),
  });
  if (isFirst === 1) {
    const response = await work();
    await storeResponse(db, repetition, { status: repetition.status, response });
    return response;
  }
  const stored = await findResponse(db, repetition);
  if (!stored?.body_hash.equals(bodyHash)) {
    throw new AppError(
      "BAD_REQUEST",
      "This Idempotency-Key was used with another body. Use a new key for another request.",
    );
  }
  return stored.response;
}
