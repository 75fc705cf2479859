import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { alertEvent } from "../../../pipeline/alerting/alerts/alert-event.ts";
import { acknowledgeFromOutside } from "../../../pipeline/on-call/acknowledge/acknowledge-alert.ts";
import type { Acknowledger } from "../../../pipeline/on-call/acknowledge/acknowledge-link.ts";
import { findLink, type LinkRow, useLink } from "../../../pipeline/on-call/acknowledge/link-queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Database } from "../../../platform/storage/database.ts";

export type UseLinkDeps = { database: Database; clock: Clock; publish(events: LiveEvent[]): void };

type LinkUse = {
  tokenHash: Buffer;
  via: "by link" | "by notification" | "by call";
  requestId: string;
  ip: string;
};

/** Acknowledges the alert of a link, once. Returns the link as it is afterwards, or null if there is none. */
export async function useAcknowledgeLink(
  { database, clock, publish }: UseLinkDeps,
  { tokenHash, via, requestId, ip }: LinkUse,
): Promise<LinkRow | null> {
  const nowMs = clock.now();
  const outcome = await database.transaction(async (db) => {
    const link = await findLink(db, tokenHash);
    if (link === null || (await useLink(db, tokenHash, new Date(nowMs))) === 0) return null;
    const { org_id: orgId, alert_id: alertId } = link;
    return acknowledgeFromOutside(db, {
      orgId,
      alertId,
      by: acknowledgerOf(link),
      via,
      nowMs,
      requestId,
      ip,
    });
  });
  if (outcome?.state === "acknowledged") publish([alertEvent(outcome.alert)]);
  return findLink(database, tokenHash);
}

function acknowledgerOf({ person_id: personId, channel_id: channelId }: LinkRow): Acknowledger {
  if (personId !== null) return { personId };
  if (channelId === null) throw new Error("an acknowledge link has neither a person nor a channel");
  return { channelId };
}
