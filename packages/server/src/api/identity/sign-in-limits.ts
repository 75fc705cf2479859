import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { countAttempt, forgetAttempts } from "./queries.ts";

/**
 * Limits of sign-in attempts: counted in the database, so that all nodes count together. Each try is counted
 * before it is made, so tries at the same moment do not slip through.
 */
export type Attempt = { kind: AttemptKind; subject: string };

/** Each with its window and how many are let through in it. */
const LIMITS = {
  /** A household or a small office behind one address signs in by it. */
  "sign-in address": { max: 30, windowMs: 15 * 60_000 },
  /** Of one e-mail from one network. An owner mistypes less often; a guesser gets 960 a day. */
  "sign-in email from": { max: 10, windowMs: 15 * 60_000 },
  /** Of one e-mail in a browser in which its owner has signed in before. */
  "sign-in email device": { max: 10, windowMs: 15 * 60_000 },
  /**
   * Of one e-mail from all networks together, without a known browser: holds a guesser with many networks to 28,800
   * a day. An owner who meets it still signs in from a known browser, or by a link for a new password.
   */
  "sign-in email": { max: 300, windowMs: 15 * 60_000 },
  "sign-up address": { max: 20, windowMs: 60 * 60_000 },
  /** Mails to an address that may not belong to the caller. */
  "sign-up email": { max: 3, windowMs: 60 * 60_000 },
  /** Guesses at the password of a sign-up by who has its link. */
  "sign-up token": { max: 10, windowMs: 60 * 60_000 },
  "reset address": { max: 10, windowMs: 60 * 60_000 },
  "reset email": { max: 3, windowMs: 60 * 60_000 },
  /** Guards the password of a user who left a session open. */
  "password person": { max: 10, windowMs: 15 * 60_000 },
  /** A code of an authenticator app is good once. It is accepted for the steps before and after it too. */
  "code used": { max: 1, windowMs: 2 * 60_000 },
} as const satisfies Record<string, { max: number; windowMs: number }>;
export type AttemptKind = keyof typeof LIMITS;

export const LONGEST_WINDOW_MS = Math.max(...Object.values(LIMITS).map(({ windowMs }) => windowMs));

/** Counts a try; false once there were too many in the window. */
export async function mayTry(db: Db, clock: Clock, attempt: Attempt): Promise<boolean> {
  const { max, windowMs } = LIMITS[attempt.kind];
  const now = clock.now();
  const attempts = await countAttempt(db, hashOf(attempt), {
    now: new Date(now),
    windowStart: new Date(now - windowMs),
  });
  return attempts <= max;
}

/** The same, as a refusal. */
export async function assertMayTry(db: Db, clock: Clock, attempt: Attempt): Promise<void> {
  if (await mayTry(db, clock, attempt)) return;
  const minutes = LIMITS[attempt.kind].windowMs / 60_000;
  throw new AppError("TOO_MANY_REQUESTS", `That was tried too often. Try again in ${minutes} minutes.`, {
    retryAfterSeconds: minutes * 60,
    log: { limit: attempt.kind },
  });
}

/** Who got in has not been guessing. */
export async function clearTries(db: Db, attempt: Attempt): Promise<void> {
  await forgetAttempts(db, hashOf(attempt));
}

function hashOf({ kind, subject }: Attempt): Buffer {
  const whom = kind.endsWith("address") ? networkOf(subject) : subject;
  return createHash("sha256").update(`${kind}\n${whom}`).digest();
}

/** The subject of a limit on one e-mail from one network. */
export function emailFrom(email: string, address: string): string {
  return `${email}\n${networkOf(address)}`;
}

/** One subscriber has a whole /64 of IPv6, so that is counted as one. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv6" ? parsed.toByteArray().slice(0, 8).join(".") : parsed.toString();
}
