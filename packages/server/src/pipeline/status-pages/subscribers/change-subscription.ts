import type { Db } from "../../../platform/storage/database.ts";
import { activated } from "./subscribe.ts";
import { findSubscriberByTokenHash, saveSubscriber } from "./subscriber-queries.ts";
import type { SubscriberChoices, SubscriberRow } from "./subscriber-row.ts";
import { hashSubscriberToken } from "./subscriber-secrets.ts";

/** What the holder of a subscription's link can do. Each function must run in a transaction. */

const HOUR_MS = 3_600_000;
/** How long the link to confirm is valid. */
const CONFIRM_WITHIN_MS = 48 * HOUR_MS;
/** A subscription that was not confirmed is deleted after this time. */
export const UNCONFIRMED_FOR_MS = 7 * 24 * HOUR_MS;

type Held = { pageId: string; token: string };

/** Null if the token is not one of the page. Locks the row until the transaction ends. */
export function findSubscriberByToken(db: Db, { pageId, token }: Held): Promise<SubscriberRow | null> {
  return findSubscriberByTokenHash(db, { pageId, hash: hashSubscriberToken(token) });
}

/** Whether the link confirms the subscription at this time. */
export function canConfirm({ state, requested_at: at }: SubscriberRow, nowMs: number): boolean {
  return state !== "active" && at !== null && nowMs < at.getTime() + CONFIRM_WITHIN_MS;
}

/** Returns the row after it; null if the link is not valid, or too old. */
export async function confirmSubscription(db: Db, held: Held, nowMs: number): Promise<SubscriberRow | null> {
  const row = await findSubscriberByToken(db, held);
  if (!row || row.state === "active") return row;
  if (!canConfirm(row, nowMs)) return null;
  return save(db, activated(row, nowMs));
}

/** Ends the subscription. Repeating it changes nothing. */
export async function unsubscribe(db: Db, held: Held, nowMs: number): Promise<SubscriberRow | null> {
  const row = await findSubscriberByToken(db, held);
  if (!row || row.state === "unsubscribed") return row;
  return save(db, {
    ...row,
    ...{
      state: "unsubscribed",
      ended_at: new Date(nowMs),
      requested_at: null,
      failing_since: null,
      error: null,
    },
  });
}

/** Changes the choices of an active subscription; null for any other. */
export async function changeChoices(
  db: Db,
  held: Held,
  choices: SubscriberChoices,
): Promise<SubscriberRow | null> {
  const row = await findSubscriberByToken(db, held);
  return row?.state === "active" ? save(db, { ...row, ...choices }) : null;
}

async function save(db: Db, row: SubscriberRow): Promise<SubscriberRow> {
  await saveSubscriber(db, row);
  return row;
}
