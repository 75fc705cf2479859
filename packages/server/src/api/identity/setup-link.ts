import { createHash, randomBytes } from "node:crypto";
import type { Db } from "../../platform/storage/database.ts";
import { findAnyPerson, replaceSetupLink, useSetupLink } from "./queries.ts";

/**
 * The one-time link at which the first person signs up. Only a SHA-256 of its token is stored, a new link
 * ends the one before, and once there is a person none is made or taken any more.
 */

const TOKEN_BYTES = 32;
/** A week: who installs on a Friday opens it on Monday, and `vedette setup-link` makes another. */
const LINK_MS = 7 * 24 * 3_600_000;

/** The token of a new link; null when there is a person already. Needs a transaction. */
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

/** Takes the link for good, if it is good; to be done in the transaction that makes the first person. */
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

/** Behind # a token reaches no log of a server and no Referer. */
export function setupUrl(serverUrl: string, token: string): string {
  return `${serverUrl}/setup#${token}`;
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
