import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Db } from "../../platform/storage/database.ts";
import { countAttempt, deleteAttempts } from "./queries.ts";
import { signInRefusal } from "./sign-in-refusal.ts";

/**
 * Limits sign-in attempts. They are counted in the database, so that all nodes share the counts, and before
 * each attempt runs, so that concurrent attempts cannot bypass a limit.
 */
export type Attempt = { kind: AttemptKind; subject: string };

/** Each limit with its window and its maximum of attempts. */
const LIMITS = {
  /** Per address. Allows for a household or a small office that shares one. */
  "sign-in address": { max: 30, windowMs: 15 * 60_000 },
  /** Per e-mail and network. An owner makes fewer mistakes; an attacker gets 960 guesses a day. */
  "sign-in email from": { max: 10, windowMs: 15 * 60_000 },
  /** Per e-mail, in a browser in which its owner has signed in before. */
  "sign-in email device": { max: 10, windowMs: 15 * 60_000 },
  /**
   * Per e-mail, from all networks together, without a known browser. Limits an attacker with many networks to
   * 28,800 guesses a day. An owner who reaches it can still sign in from a known browser or reset the
   * password.
   */
  "sign-in email": { max: 300, windowMs: 15 * 60_000 },
  /** Each attempt makes this server call the provider. */
  "provider sign-in address": { max: 30, windowMs: 15 * 60_000 },
  "sign-up address": { max: 20, windowMs: 60 * 60_000 },
  /** Mails to an address that may not belong to the caller. */
  "sign-up email": { max: 3, windowMs: 60 * 60_000 },
  /** Guesses of a sign-up's password by a client that has its link. */
  "sign-up token": { max: 10, windowMs: 60 * 60_000 },
  "reset address": { max: 10, windowMs: 60 * 60_000 },
  "reset email": { max: 3, windowMs: 60 * 60_000 },
  /** Logins of programs that wait for an approval. */
  "device code address": { max: 30, windowMs: 60 * 60_000 },
  /** Guesses of the code of another login. */
  "device code person": { max: 10, windowMs: 15 * 60_000 },
  /** Protects the password of a user who left a session open. */
  "password person": { max: 10, windowMs: 15 * 60_000 },
  /** Guesses of the password of a status page. */
  "page password address": { max: 10, windowMs: 15 * 60_000 },
  /** Guesses from all networks together; a visitor who knows the password needs one in 30 days. */
  "page password": { max: 300, windowMs: 15 * 60_000 },
  /** Mails with a link to a status page. */
  "page link address": { max: 10, windowMs: 60 * 60_000 },
  "page link email": { max: 3, windowMs: 60 * 60_000 },
  /** Sign-ups for updates of status pages, by visitor and by the address that is to receive them. */
  "page subscription address": { max: 5, windowMs: 60 * 60_000 },
  "page subscription": { max: 5, windowMs: 60 * 60_000 },
  /** A code of an authenticator app is accepted once; the window covers one step early or late. */
  "code used": { max: 1, windowMs: 2 * 60_000 },
  /** A challenge for a passkey is accepted once; the window covers its validity. */
  "passkey challenge used": { max: 1, windowMs: 15 * 60_000 },
} as const satisfies Record<string, { max: number; windowMs: number }>;
export type AttemptKind = keyof typeof LIMITS;

export const LONGEST_WINDOW_MS = Math.max(...Object.values(LIMITS).map(({ windowMs }) => windowMs));

/** Counts an attempt; false if there were too many in the window. */
export async function hasAttemptsLeft(db: Db, clock: Clock, attempt: Attempt): Promise<boolean> {
  const { max, windowMs } = LIMITS[attempt.kind];
  const now = clock.now();
  const attempts = await countAttempt(db, hashOf(attempt), {
    now: new Date(now),
    windowStart: new Date(now - windowMs),
  });
  return attempts <= max;
}

/** Does the same, but throws. */
export async function assertAttemptsLeft(db: Db, clock: Clock, attempt: Attempt): Promise<void> {
  if (await hasAttemptsLeft(db, clock, attempt)) return;
  const minutes = LIMITS[attempt.kind].windowMs / 60_000;
  throw signInRefusal("TOO_MANY_REQUESTS", "too_many_attempts", {
    ...{ values: { minutes }, retryAfterSeconds: minutes * 60 },
    log: { limit: attempt.kind },
  });
}

/** Resets the count after a successful sign-in. */
export async function clearAttempts(db: Db, attempt: Attempt): Promise<void> {
  await deleteAttempts(db, hashOf(attempt));
}

function hashOf({ kind, subject }: Attempt): Buffer {
  const subjectKey = kind.endsWith("address") ? networkOf(subject) : subject;
  return createHash("sha256").update(`${kind}\n${subjectKey}`).digest();
}

/** Returns the subject of a limit per e-mail and network. */
export function emailFrom(email: string, address: string): string {
  return `${email}\n${networkOf(address)}`;
}

/** One subscriber has a whole /64 of IPv6, so the whole /64 counts as one. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv6" ? parsed.toByteArray().slice(0, 8).join(".") : parsed.toString();
}
