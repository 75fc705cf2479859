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

/** Acknowledges the alerts of a link, once. Returns the link as it is afterwards, or null if there is none. */
export async function useAcknowledgeLink(
  { database, clock, publish }: UseLinkDeps,
  { tokenHash, via, requestId, ip }: LinkUse,
): Promise<LinkRow | null> {
  const nowMs = clock.now();
  const link = await findLink(database, tokenHash);
  if (link === null || link.used_at !== null || link.expires_at.getTime() <= nowMs) return link;
  const facts = { orgId: link.org_id, by: acknowledgerOf(link), via, nowMs, requestId, ip };
  const alertIds = [link.alert_id, ...link.also_open.map(({ id }) => id)];
  // One transaction each, because two alerts of an escalation that are locked together can block each other's recovery.
  for (const alertId of alertIds) {
    const outcome = await database.transaction(async (db) => {
      const isLast = alertId === alertIds.at(-1);
      if (isLast && (await useLink(db, tokenHash, new Date(nowMs))) === 0) return null;
      return acknowledgeFromOutside(db, { ...facts, alertId });
    });
    if (outcome?.state === "acknowledged") publish([alertEvent(outcome.alert)]);
  }
  return findLink(database, tokenHash);
}

function acknowledgerOf({ person_id: personId, channel_id: channelId }: LinkRow): Acknowledger {
  if (personId !== null) return { personId };
  if (channelId === null) throw new Error("an acknowledge link has neither a person nor a channel");
  return { channelId };
}
