import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import {
  CODE_ATTEMPTS_MAX,
  CODE_LENGTH,
  CODE_MINUTES,
} from "@vedette/contract/on-call/contact-method-limits.ts";
import type { ContactMethod } from "@vedette/contract/on-call/contact-methods.ts";
import { audit } from "../../../pipeline/audit/audit.ts";
import type { SendContactCode } from "../../../pipeline/on-call/paging/send-contact-code.ts";
import { AppError, badFields } from "../../../platform/kernel/errors.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import * as rows from "./queries.ts";
import { getMethodRow, maskAddress, type OwnContext, ownerOf, readMethod, targetOf } from "./service.ts";

/**
 * Verifies contact methods by a code. Codes are limited for each person, address and organization, because an SMS or a
 * call costs the organization money, and one to a premium number earns its owner money.
 */

const HOUR_MS = 3_600_000;
const PER_PERSON = { max: 10, windowMs: HOUR_MS };
/** Across all organizations. */
const PER_ADDRESS = { max: 5, windowMs: HOUR_MS };
const PER_ORGANIZATION = { max: 100, windowMs: 24 * HOUR_MS };

/** Runs without a transaction: an attempt to send counts even if it fails. */
export async function sendCode(
  ctx: OwnContext & { sendContactCode: SendContactCode },
  id: string,
): Promise<ContactMethod> {
  const { db, orgId, clock, sendContactCode } = ctx;
  const { type, address } = await getMethodRow(ctx, id);
  if (address === null || type === "push")
    throw new AppError("BAD_REQUEST", "This contact method is verified from the start and needs no code.");
  await assertMaySend(ctx, address);
  const code = String(randomInt(0, 10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
  const expiresAt = new Date(clock.now() + CODE_MINUTES * 60_000);
  await rows.saveCode(db, ownerOf(ctx), { id, hash: hashCode(id, code), expiresAt });
  const error = await sendContactCode({ orgId, type, address, code });
  if (error !== null) throw new AppError("BAD_REQUEST", `The code was not sent. ${error}`);
  return readMethod(ctx, id);
}

/** Runs without a transaction: an attempt counts even though the request fails. */
export async function checkCode(
  ctx: OwnContext & { inTransaction<T>(work: (ctx: OwnContext) => Promise<T>): Promise<T> },
  { id, code }: { id: string; code: string },
): Promise<ContactMethod> {
  const { db, clock } = ctx;
  const owner = ownerOf(ctx);
  const method = await getMethodRow(ctx, id);
  const attempt = await rows.takeCodeAttempt(db, owner, {
    ...{ id, attemptsMax: CODE_ATTEMPTS_MAX, now: new Date(clock.now()) },
  });
  if (attempt === null)
    throw new AppError("BAD_REQUEST", "No code is valid any more. Send a new code, then enter it.");
  const hash = hashCode(id, code);
  if (!timingSafeEqual(hash, attempt.code_hash)) {
    const left = CODE_ATTEMPTS_MAX - attempt.code_attempts;
    throw badFields([
      { path: "code", message: `is wrong; ${left} ${left === 1 ? "attempt is" : "attempts are"} left` },
    ]);
  }
  return ctx.inTransaction(async (inner) => {
    const now = new Date(clock.now());
    if ((await rows.markVerified(inner.db, owner, { id, hash, now })) === 0)
      throw new AppError("BAD_REQUEST", "The code was replaced. Enter the newest one.");
    const verified = await readMethod(inner, id);
    await audit(inner, {
      ...{ action: "contact_method.verify", target: targetOf(id) },
      after: { type: method.type, address: maskAddress(method.address ?? "") },
    });
    return verified;
  });
}

/** The ID is part of it, so that a hash says nothing of another method. */
function hashCode(id: string, code: string): Buffer {
  return createHash("sha256").update(`${id} ${code}`).digest();
}

async function assertMaySend(ctx: OwnContext, address: string): Promise<void> {
  const { db, orgId, clock } = ctx;
  const { personId } = ownerOf(ctx);
  for (const [subject, { max, windowMs }] of [
    [`contact codes of person ${personId}`, PER_PERSON],
    [`contact codes to ${address}`, PER_ADDRESS],
    [`contact codes of organization ${orgId}`, PER_ORGANIZATION],
  ] as const) {
    const { actions, endsInMs } = await countAction(db, { subject, windowMs, nowMs: clock.now() });
    if (actions <= max) continue;
    const retryAfterSeconds = Math.ceil(endsInMs / 1_000);
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `Too many codes were sent. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`,
      { retryAfterSeconds },
    );
  }
}
