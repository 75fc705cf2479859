import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { AuditEntry, AuditListQuery } from "@vedette/contract/people/audit-log.ts";
import { z } from "zod";
import { decodeCursor, encodeCursor } from "../../../platform/kernel/cursor.ts";
import type { Page } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { deleteOldEntries, type EntryRow, listBrokenEntries, listEntries } from "./queries.ts";

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
 * A trigger rejects deleting entries younger than 400 days (`protect_audit_entry` of the schema). The extra day allows for clock
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
