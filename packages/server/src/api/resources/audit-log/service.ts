import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { AuditAction, AuditTarget } from "@vedette/contract/people/audit-actions.ts";
import type { AuditEntry, AuditListQuery } from "@vedette/contract/people/audit-log.ts";
import { z } from "zod";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { decodeCursor, encodeCursor } from "../../../platform/kernel/cursor.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Page } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { Actor } from "../../routing/actor.ts";
import {
  deleteOldEntries,
  type EntryRow,
  type FieldValues,
  insertEntry,
  listBrokenEntries,
  listEntries,
  type NewEntry,
} from "./queries.ts";

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
};

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
export function audit(ctx: AuditContext, audited: Audited): Promise<void> {
  const { db, orgId, requestId, ip } = ctx;
  const actor = toEntryActor(ctx.actor);
  return recordWrite(db, { ...audited, orgId, actor, requestId, ip, nowMs: ctx.clock.now() });
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
  await insertEntry(db, write.orgId, {
    id: newId(write.nowMs),
    at: new Date(write.nowMs),
    actor: write.actor,
    action: write.action,
    target: write.target,
    before: write.before ?? null,
    after: write.after ?? null,
    requestId: write.requestId ?? null,
    ip: write.ip ?? null,
  });
}

/** Returns the fields that differ, with their old and new values. */
export function changedFields(
  before: FieldValues,
  after: FieldValues,
): { before: FieldValues; after: FieldValues } {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (values: FieldValues) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  return { before: pick(before), after: pick(after) };
}

/** Replaces values that may be secret. */
export const MASKED = "••••";

export async function listAuditEntries(
  { db, orgId }: { db: Db; orgId: OrgId },
  query: AuditListQuery,
): Promise<Page<AuditEntry>> {
  const afterSeq = query.cursor === undefined ? null : decodeCursor(query.cursor, cursorSchema(query))[1];
  const rows = await listEntries(db, orgId, { query, afterSeq });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const hasMore = rows.length > query.limit;
  return {
    data: page.map(toEntry),
    meta: { next_cursor: hasMore && last ? encodeCursor([query.sort, last.seq]) : null, has_more: hasMore },
  };
}

/** Returns the sequence numbers of entries that were altered or whose predecessor was deleted. */
export async function findTamperedEntries(db: Db, orgId: OrgId): Promise<number[]> {
  return (await listBrokenEntries(db, orgId)).map((row) => row.seq);
}

/**
 * A trigger rejects deleting entries younger than 400 days (migration 0003). The extra day allows for clock
 * differences.
 */
const RETENTION_MS = 401 * 86_400_000;

/** Deletes entries older than 400 days and returns their number. */
export function dropOldEntries(db: Db, nowMs: number): Promise<number> {
  return deleteOldEntries(db, new Date(nowMs - RETENTION_MS));
}

function cursorSchema({ sort }: AuditListQuery) {
  return z.tuple([z.literal(sort), z.number().int().positive()]);
}

function toEntryActor(actor: Actor): NewEntry["actor"] {
  const { kind, name } = actor;
  return { kind, name, id: actorId(actor) };
}

/** Returns the id of the person or the API key, for columns that record who made a change. */
export function actorId(actor: Actor): string {
  return actor.kind === "key" ? actor.keyId : actor.personId;
}

function toEntry(row: EntryRow): AuditEntry {
  return {
    id: row.id,
    created_at: row.at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    before: row.before,
    after: row.after,
    request_id: row.request_id,
    ip: row.ip,
    hash: row.hash.toString("hex"),
  };
}
