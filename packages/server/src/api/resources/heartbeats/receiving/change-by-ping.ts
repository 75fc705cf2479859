import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import { heartbeatCreate } from "@vedette/contract/heartbeats/heartbeats.ts";
import { createTarget, type TargetContext, updateTarget } from "../../../../pipeline/targets/lifecycle.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import type { Database } from "../../../../platform/storage/database.ts";
import { HEARTBEATS } from "../heartbeat-type.ts";

/** Changes of heartbeats that a ping makes, as the server itself. */

export type ChangeDeps = {
  database: Database;
  clock: Clock;
  publish(events: readonly LiveEvent[]): void;
};
type PingedBy = { orgId: OrgId; source: string };

/** Heartbeats have no locations, so no runner matters. */
const NO_RUNNERS = { runners: [], fallbackLocation: null, isPrivate: () => false };

/** Creates a heartbeat with the defaults. Throws an AppError if the plan has no room, or the slug was just taken. */
export function createByPing(deps: ChangeDeps, { slug, ...by }: PingedBy & { slug: string }): Promise<void> {
  const input = heartbeatCreate.parse({ name: slug, slug });
  return change(deps, by, (ctx) =>
    createTarget(ctx, HEARTBEATS, { input, availability: { ...NO_RUNNERS, orgId: by.orgId } }),
  );
}

/** Resumes a paused heartbeat. Throws an AppError if the plan has no room for it. */
export function resumeByPing(deps: ChangeDeps, { id, ...by }: PingedBy & { id: TargetId }): Promise<void> {
  const input = { enabled: true };
  return change(deps, by, (ctx) =>
    updateTarget(ctx, HEARTBEATS, { id, input, availability: { ...NO_RUNNERS, orgId: by.orgId } }),
  );
}

async function change(
  { database, clock, publish }: ChangeDeps,
  { orgId, source: ip }: PingedBy,
  work: (ctx: TargetContext) => Promise<unknown>,
): Promise<void> {
  const events: LiveEvent[] = [];
  await database.transaction((db) =>
    work({
      ...{ db, orgId, clock, ip, requestId: "ping" },
      actor: { kind: "system", name: "ping" },
      emit: (event) => events.push(event),
    }),
  );
  if (events.length > 0) publish(events);
}
