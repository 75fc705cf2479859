import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { StreamEntryRow } from "./queries.ts";

/**
 * An entry of the audit log as a receiver gets it. SHA-256 of `previous_hash`, as bytes, and `hashed` is `hash`; the next entry
 * has it as its `previous_hash`.
 */
export type StreamEntry = ReturnType<typeof toStreamEntry>;

export function toStreamEntry(orgId: OrgId, row: StreamEntryRow) {
  return {
    org_id: orgId,
    number: row.seq,
    id: row.id,
    created_at: row.at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    before: row.before,
    after: row.after,
    request_id: row.request_id,
    ip: row.ip,
    previous_hash: row.previous_hash.toString("hex"),
    hash: row.hash.toString("hex"),
    hashed: row.hashed,
  };
}
