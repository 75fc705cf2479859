import { randomUUID } from "node:crypto";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import { slugOf } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { HeartbeatCreate, HeartbeatUpdate } from "@vedette/contract/heartbeats/heartbeats.ts";
import { MASKED } from "../../../pipeline/audit/audit.ts";
import { commonCreateFields, commonUpdateFields, given } from "../../../pipeline/targets/target-row.ts";
import type { TargetType } from "../../../pipeline/targets/target-type.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { HeartbeatFields } from "./heartbeat-fields.ts";
import { findOwners, lockHeartbeatNames, saveHeartbeat } from "./queries.ts";

/** Heartbeats as a kind of target. They are not checked, so they have neither interval nor locations. */

/** The column is mandatory for all kinds; a heartbeat makes no attempt that could time out. */
const UNUSED_TIMEOUT_MS = 30_000;

export const HEARTBEATS: TargetType<HeartbeatFields, HeartbeatCreate, HeartbeatUpdate> = {
  kind: "heartbeat",
  noun: "heartbeat",
  table: sql`heartbeat`,
  columns: sql`c.ping_id, c.slug, c.push_token, c.schedule, c.grace_seconds, c.max_runtime_seconds, c.methods, c.filters,
    c.body_bytes_max, c.paused_ping`,
  save: saveHeartbeat,
  toFields(input) {
    const { schedule, grace_seconds, methods, body_bytes_max, paused_ping } = input;
    return {
      ...commonCreateFields(input),
      ...unusedFields(),
      ...{ schedule, grace_seconds, methods, body_bytes_max, paused_ping },
      ping_id: input.ping_uuid?.toLowerCase() ?? randomUUID(),
      slug: input.slug ?? slugOf(input.name),
      push_token: input.push_token ?? null,
      max_runtime_seconds: input.max_runtime_seconds ?? null,
      filters: input.filters ?? null,
    };
  },
  mergeFields(stored, input) {
    return {
      ...commonUpdateFields(stored, input),
      ...unusedFields(),
      ping_id: stored.ping_id,
      slug: input.slug ?? stored.slug,
      push_token: given(input.push_token, stored.push_token, null),
      schedule: input.schedule ?? stored.schedule,
      grace_seconds: input.grace_seconds ?? stored.grace_seconds,
      max_runtime_seconds: given(input.max_runtime_seconds, stored.max_runtime_seconds, null),
      methods: input.methods ?? stored.methods,
      filters: given(input.filters, stored.filters, null),
      body_bytes_max: input.body_bytes_max ?? stored.body_bytes_max,
      paused_ping: input.paused_ping ?? stored.paused_ping,
    };
  },
  findErrors: findNameErrors,
  variables: () => [],
  /** The UUID of the ping URL is a credential, and never changes. */
  toLog({ ping_id: _pingId, ...fields }) {
    const {
      address: _a,
      interval_ms: _i,
      timeout_ms: _t,
      max_retries: _m,
      locations: _l,
      ...logged
    } = fields;
    return logged;
  },
  maskForLog({ push_token: token, ...same }) {
    return { ...same, ...(token !== undefined && { push_token: token === null ? null : MASKED }) };
  },
};

function unusedFields() {
  return {
    ...{ address: null, interval_ms: null, timeout_ms: UNUSED_TIMEOUT_MS, max_retries: 0 },
    locations: [] as string[],
  };
}

/**
 * Rejects a slug that another heartbeat of the organization has, and a UUID or token that any heartbeat has. The lock
 * serializes concurrent creations and renames of an organization.
 */
async function findNameErrors(
  { db, orgId }: { db: Db; orgId: OrgId },
  { fields, before }: { fields: HeartbeatFields; before: HeartbeatFields | null },
): Promise<ErrorDetail[]> {
  const { slug, ping_id: pingId, push_token: pushToken } = fields;
  const isSame = before?.slug === slug && before.push_token === pushToken;
  if (isSame) return [];
  await lockHeartbeatNames(db, orgId);
  const owners = await findOwners(db, orgId, { slug, pingId, pushToken, except: storedId(before ?? fields) });
  return [
    ...(owners.some((owner) => owner.has_slug)
      ? [{ path: "slug", message: `'${slug}' belongs to another heartbeat; choose another one` }]
      : []),
    ...(owners.some((owner) => owner.has_ping_id)
      ? [{ path: "ping_uuid", message: "belongs to another heartbeat; omit it for a new one" }]
      : []),
    ...(owners.some((owner) => owner.has_push_token)
      ? [{ path: "push_token", message: "belongs to another heartbeat; choose another one" }]
      : []),
  ];
}

/** The fields of a stored heartbeat are a row: of an update, and of one in the trash that is restored. */
function storedId(fields: HeartbeatFields): TargetId | null {
  return "id" in fields && typeof fields.id === "string" ? fields.id : null;
}
