import { createHash, randomBytes } from "node:crypto";
import type { Db } from "../../../platform/storage/database.ts";
import { deleteExpiredLinks, insertLinks } from "./link-queries.ts";

/**
 * Links that acknowledge the alerts of a message without a session (ADR 0083). A link opens a page, and only the button of that page
 * acknowledges, because link scanners follow links. The token is random, and only its hash is stored.
 */

/** Who acknowledges by a link or a button: a person, or everyone who reads a channel. */
export type Acknowledger = { personId: string } | { channelId: string };

export type NewAcknowledgeLink = {
  orgId: string;
  alertId: string;
  /** The other alerts of a message that is about several; the link acknowledges all of them. */
  alsoAlertIds?: readonly string[];
  by: Acknowledger;
};

/** Alerts of one link: all are acknowledged in one transaction. */
export const LINK_ALERTS_MAX = 100;

/** How long a link works at most. It ends earlier when the alert resolves. */
const LINK_MS = 7 * 86_400_000;
/** How long the page of an expired link says so, instead of "not found". */
const EXPIRED_KEPT_MS = 30 * 86_400_000;
/** 256 bits. */
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Stores new links and returns their URLs, in the order of the input. */
export async function createAcknowledgeLinks(
  db: Db,
  links: readonly NewAcknowledgeLink[],
  { nowMs, publicUrl }: { nowMs: number; publicUrl: string },
): Promise<readonly string[]> {
  if (links.length === 0) return [];
  const made = links.map((link) => ({ ...link, token: randomBytes(TOKEN_BYTES).toString("base64url") }));
  await deleteExpiredLinks(db, new Date(nowMs - EXPIRED_KEPT_MS));
  await insertLinks(
    db,
    made.map(({ orgId, alertId, alsoAlertIds = [], by, token }) => ({
      token_hash: hashAcknowledgeToken(token).toString("hex"),
      org_id: orgId,
      alert_id: alertId,
      also_alert_ids: alsoAlertIds,
      person_id: "personId" in by ? by.personId : null,
      channel_id: "channelId" in by ? by.channelId : null,
    })),
    { now: new Date(nowMs), expiresAt: new Date(nowMs + LINK_MS) },
  );
  return made.map(({ token }) => `${publicUrl}/a/${token}`);
}

/** Returns the hash by which a link is found. Text that is no token gets the hash of no link, so it costs the same look-up. */
export function hashAcknowledgeToken(token: string): Buffer {
  return createHash("sha256")
    .update(TOKEN.test(token) ? token : "")
    .digest();
}
