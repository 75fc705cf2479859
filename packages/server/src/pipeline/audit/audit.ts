import { isDeepStrictEqual } from "node:util";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { AuditAction, AuditTarget } from "@vedette/contract/people/audit-actions.ts";
import { TARGET_KINDS } from "@vedette/contract/targets/target-fields.ts";
import type { Actor, SystemActor } from "../../platform/kernel/actor.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type FieldValues, insertEntries, insertEntry, type NewEntry } from "./queries.ts";

/**
 * The audit log: who changed what. Entries are written in the transaction of the change, so that neither
 * exists without the other. Callers must omit or mask secrets.
 */

/** The context that a service needs to record its writes. */
export type AuditContext = {
  /** The transaction of the write. */
  db: Db;
  orgId: OrgId;
  clock: Clock;
  actor: Actor;
  requestId: string;
  ip: string;
  /** Publishes an event after the commit; absent outside of requests. */
  emit?(event: LiveEvent): void;
  /** Of a transaction with many writes: where their entries wait until its end. */
  deferredAudits?: DeferredAudits;
};

export type DeferredAudits = RecordedWrite[];

/** The same for a write that the server itself may make. */
export type SystemAuditContext = Omit<AuditContext, "actor"> & { actor: Actor | SystemActor };

export type Audited = {
  action: AuditAction;
  target: AuditTarget;
  before?: FieldValues | null;
  after?: FieldValues | null;
};

/**
 * Records a write of a request. Must be the last statement of a transaction, because it locks the
 * organization's chain until the commit. A lock taken after it could cause a deadlock with another writer.
 */
export async function audit(ctx: SystemAuditContext, audited: Audited): Promise<void> {
  const { db, orgId, requestId, ip, deferredAudits } = ctx;
  const actor = toEntryActor(ctx.actor);
  const write = { ...audited, orgId, actor, requestId, ip, nowMs: ctx.clock.now() };
  emitChange(ctx, write);
  if (deferredAudits) deferredAudits.push(write);
  else await recordWrite(db, write);
}

/** Objects whose writes are part of what changed at several targets. */
const SHARED_OBJECTS: readonly string[] = ["alert_rule", "marker", "variable"];

/** Writes to a target, or to what its checks and alerts use, are part of what changed at it. */
function emitChange(ctx: SystemAuditContext, { target: { type, id }, nowMs }: RecordedWrite): void {
  const isTarget = (TARGET_KINDS as readonly string[]).includes(type);
  if (!isTarget && !SHARED_OBJECTS.includes(type)) return;
  const isMany = ctx.deferredAudits !== undefined;
  // One event for all writes of a transaction with many.
  if (isMany && ctx.deferredAudits?.length !== 0) return;
  const targetId = isTarget && !isMany ? id : null;
  const data = { target_id: targetId, at: new Date(nowMs).toISOString() };
  ctx.emit?.({ type: "target.change", orgId: ctx.orgId, data });
}

/** Records the writes of a transaction of one organization that deferred their entries, at its end. */
export async function recordDeferred(db: Db, writes: DeferredAudits): Promise<void> {
  const [first] = writes;
  if (first) await insertEntries(db, first.orgId, writes.splice(0).map(toEntry));
}

export type RecordedWrite = Audited & {
  orgId: OrgId;
  actor: NewEntry["actor"];
  nowMs: number;
  requestId?: string;
  ip?: string;
};

/** Records a write outside of a route: at sign-up, or by a command. */
export async function recordWrite(db: Db, write: RecordedWrite): Promise<void> {
  await insertEntry(db, write.orgId, toEntry(write));
}

function toEntry(write: RecordedWrite): NewEntry {
  return {
    id: newId(write.nowMs),
    at: new Date(write.nowMs),
    actor: write.actor,
    action: write.action,
    target: write.target,
    before: write.before ?? null,
    after: write.after ?? null,
    requestId: write.requestId ?? null,
    ip: write.ip ?? null,
  };
}

/** Returns the fields that differ, with their old and new values. */
export function changedFields(
  before: FieldValues,
  after: FieldValues,
): { before: FieldValues; after: FieldValues } {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return { before: pickFields(before, changed), after: pickFields(after, changed) };
}

/** Returns only these fields of a row. */
export function pickFields<Row extends object>(
  row: Row,
  names: readonly (keyof Row & string)[],
): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

/** Replaces values that may be secret. */
export const MASKED = "••••";

function toEntryActor(actor: Actor | SystemActor): NewEntry["actor"] {
  const { kind, name } = actor;
  return { kind, name, id: actor.kind === "system" ? null : actorId(actor) };
}

/** Returns the id of the person or the API key, for columns that record who made a change. */
export function actorId(actor: Actor | SystemActor): string {
  if (actor.kind === "system") return actor.name;
  return actor.kind === "key" ? actor.keyId : actor.personId;
}
