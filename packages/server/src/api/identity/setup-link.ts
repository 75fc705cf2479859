import { createHash, randomBytes } from "node:crypto";
import type { Db } from "../../platform/storage/database.ts";
import { findAnyPerson, replaceSetupLink, useSetupLink } from "./queries.ts";

/**
 * The one-time link with which the first user signs up. Only a SHA-256 of its token is stored. A new link
 * invalidates the previous one. Once a user exists, no link is created or accepted.
 */

const TOKEN_BYTES = 32;
/**
 * One week: an operator who installs on a Friday may open it on Monday. `vedette setup-link` creates another.
 */
const LINK_MS = 7 * 24 * 3_600_000;

/** Returns the token of a new link, or null if a user exists. Needs a transaction. */
export async function makeSetupToken(db: Db, nowMs: number): Promise<string | null> {
  if (await hasPeople(db)) return null;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await replaceSetupLink(db, {
    tokenHash: hashOf(token),
    now: new Date(nowMs),
    expiresAt: new Date(nowMs + LINK_MS),
  });
  return token;
}

/** Consumes the link if it is valid, in the transaction that creates the first user. */
export async function takeSetupToken(
  db: Db,
  { token, nowMs }: { token: string; nowMs: number },
): Promise<boolean> {
  const taken = await useSetupLink(db, { tokenHash: hashOf(token), now: new Date(nowMs) });
  return taken === 1 && !(await hasPeople(db));
}

/** Whether a user has signed up. */
export async function hasPeople(db: Db): Promise<boolean> {
  return (await findAnyPerson(db)) !== null;
}

/** After # a token reaches no server log and no Referer. */
export function setupUrl(serverUrl: string, token: string): string {
  return `${serverUrl}/setup#${token}`;
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
