import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { idTimeMs } from "../../platform/kernel/ids.ts";
import type { AdvancedHeartbeat, EvaluatedPing } from "./advance-types.ts";
import type { HeartbeatTarget } from "./to-report.ts";

/** What is stored together. Pure. */

export type EvaluatedHeartbeat = { target: HeartbeatTarget; advanced: AdvancedHeartbeat; version: number };
/** `unused`: pings of heartbeats that do not exist any more, or are paused. */
export type HeartbeatBatch = { evaluated: readonly EvaluatedHeartbeat[]; unused: readonly EvaluatedPing[] };
export type Pinged = { orgId: string; heartbeatId: string; newestPingId: string };

/** Heartbeats in one transaction. */
const BATCH_MAX = 1_000;

/** In the order of their ids. */
export function pingsOf({ evaluated, unused }: HeartbeatBatch): EvaluatedPing[] {
  return [...evaluated.flatMap(({ advanced }) => advanced.pings), ...unused].toSorted(byId);
}

/** The live event of a pinged heartbeat. */
export function pingedEvent({ orgId, heartbeatId, newestPingId }: Pinged): LiveEvent {
  const at = new Date(idTimeMs(newestPingId)).toISOString();
  return { type: "heartbeat.pinged", orgId, data: { heartbeat_id: heartbeatId, ping_id: newestPingId, at } };
}

export function toPinged({ target, advanced }: EvaluatedHeartbeat): Pinged[] {
  const { orgId, targetId: heartbeatId } = target.definition;
  const newest = advanced.pings.at(-1);
  return newest ? [{ orgId, heartbeatId, newestPingId: newest.id }] : [];
}

function byId({ id: one }: EvaluatedPing, { id: other }: EvaluatedPing): number {
  return one < other ? -1 : 1;
}

/** At least one batch if there is anything to store. */
export function portionsOf({ evaluated, unused }: HeartbeatBatch): HeartbeatBatch[] {
  const batches: HeartbeatBatch[] = unused.length > 0 ? [{ evaluated: [], unused }] : [];
  for (let at = 0; at < evaluated.length; at += BATCH_MAX)
    batches.push({ evaluated: evaluated.slice(at, at + BATCH_MAX), unused: [] });
  return batches;
}
