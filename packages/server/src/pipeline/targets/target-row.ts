import type { ManagedBy } from "@vedette/contract/code/managed-by.ts";
import type { GroupId, OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Snooze } from "@vedette/contract/targets/snooze.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { sql } from "../../platform/storage/sql.ts";
import { SNOOZE } from "./snooze-queries.ts";

/** The fields of a target that a caller writes, as stored. */
export type TargetFields = {
  name: string;
  description: string;
  runbook_url: string | null;
  /** Who is responsible: a team or a person. */
  owner: string | null;
  group_id: GroupId | null;
  /** URL, or host and port, of a monitor; null for other kinds. */
  address: string | null;
  tags: string[];
  /** Null: runs on demand only. */
  interval_ms: number | null;
  timeout_ms: number;
  max_retries: number;
  locations: string[];
  enabled: boolean;
  /** Ids of the targets that it depends on, sorted and without duplicates. */
  parents: string[];
};

/** The names of the fields of `TargetFields`, which the table `target` holds. */
export const COMMON_FIELDS: ReadonlySet<string> = new Set<keyof TargetFields>([
  "name",
  "description",
  "runbook_url",
  "owner",
  "group_id",
  "address",
  "tags",
  "interval_ms",
  "timeout_ms",
  "max_retries",
  "locations",
  "enabled",
  "parents",
]);

/** A stored target with the columns that all kinds have. */
export type TargetRow = TargetFields & {
  id: TargetId;
  org_id: OrgId;
  kind: TargetKind;
  status: MonitorStatus;
  status_since: Date;
  status_reason: string | null;
  paused_reason: "plan" | null;
  snooze: Snooze | null;
  managed_by: ManagedBy | null;
  schedule_since: Date;
  /** Every update of the row increments it. */
  revision: number;
  shard: number;
  created_at: Date;
  updated_at: Date;
};

/** The project of monitoring as code that a target `t` belongs to, as the API represents it; null without one. */
const MANAGED_BY = sql`(
    select jsonb_build_object('project', c.project, 'key', c.key, 'source', c.source)
    from code_resource c where c.resource_id = t.id and c.org_id = t.org_id
  )`;

/** The columns of `TargetRow`, of a table `t`. */
export const TARGET_COLUMNS = sql`t.id, t.org_id, t.kind, t.name, t.description, t.runbook_url, t.owner, t.group_id, t.address, t.tags, t.interval_ms,
  t.timeout_ms, t.max_retries, t.locations, t.enabled, t.paused_reason, t.status, t.status_since, t.status_reason,
  t.schedule_since, t.revision, t.shard, t.created_at, t.updated_at, array(
    select p.parent_id::text from target_dependency p where p.child_id = t.id order by p.parent_id
  ) as parents, ${SNOOZE} as snooze, ${MANAGED_BY} as managed_by`;

/** Returns why the status of a target is unknown; a reason that is stored from an earlier time is ignored. */
export function statusReasonOf({
  status,
  status_reason: reason,
}: {
  status: MonitorStatus;
  status_reason: string | null;
}): string | null {
  return status === "unknown" ? (reason ?? "The last three checks could not be evaluated.") : null;
}

/** Returns the fields that the API representations of all kinds share. */
export function toCommonView(row: TargetRow) {
  const { id, org_id, name, description, runbook_url, owner, group_id, tags, enabled, parents } = row;
  return {
    ...{ id, org_id, name, description, runbook_url, owner, group_id, tags, enabled, parents },
    status: row.status,
    paused_reason: row.paused_reason,
    snooze: row.snooze,
    managed_by: row.managed_by,
    status_since: row.status_since.toISOString(),
    status_reason: statusReasonOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The common fields of a request, in the units of the API. */
type TargetInput = {
  name?: string | undefined;
  description?: string | null | undefined;
  runbook_url?: string | null | undefined;
  owner?: string | null | undefined;
  group_id?: string | null | undefined;
  tags?: string[] | null | undefined;
  enabled?: boolean | undefined;
  parents?: string[] | null | undefined;
};

type Created = { name: string; enabled: boolean } & TargetInput;

/** The common fields that need no conversion, of a new target. */
export function commonCreateFields(input: Created) {
  const { name, enabled, description, runbook_url, owner, group_id, tags, parents } = input;
  return {
    ...{ name, enabled },
    runbook_url: runbook_url ?? null,
    owner: owner ?? null,
    group_id: group_id ?? null,
    description: description ?? "",
    tags: tags ?? [],
    parents: distinct(parents ?? []),
  };
}

/** Merges an update into the common fields that need no conversion. null resets a field to its empty value. */
export function commonUpdateFields(row: TargetFields, input: TargetInput) {
  return {
    name: input.name ?? row.name,
    enabled: input.enabled ?? row.enabled,
    description: given(input.description, row.description, ""),
    runbook_url: given(input.runbook_url, row.runbook_url, null),
    owner: given(input.owner, row.owner, null),
    group_id: given(input.group_id, row.group_id, null),
    tags: given(input.tags, row.tags, []),
    parents: distinct(given(input.parents, row.parents, [])),
  };
}

/** Returns the value after an update: the stored one if the request has none, and the empty value for null. */
export function given<T>(wanted: T | null | undefined, stored: T, empty: T): T {
  if (wanted === undefined) return stored;
  return wanted === null ? empty : wanted;
}

export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1_000);
}

function distinct(parents: readonly string[]): string[] {
  return [...new Set(parents)].sort();
}
