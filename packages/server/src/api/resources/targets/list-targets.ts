import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { TargetSummaryQuery } from "@vedette/contract/targets/target-summary.ts";
import type { Target, TargetListQuery } from "@vedette/contract/targets/targets.ts";
import { latestResults } from "../../../pipeline/results/reading/latest-results.ts";
import { listAllTargetRows } from "../../../pipeline/targets/queries.ts";
import type { ListedTargetRow, TargetFilters } from "../../../pipeline/targets/target-filters.ts";
import { statusReasonOf } from "../../../pipeline/targets/target-row.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { lastPingsOf } from "../heartbeats/service.ts";
import { finishedRunsOf } from "../runs/service.ts";
import { selectorsOfRule, selectorsOfRules } from "./coverage.ts";

export type ListContext = { db: Db; orgId: OrgId; clock: Clock };

/** Returns one page of all targets. Targets that are created in the meantime do not repeat or hide others. */
export async function listTargetPage(ctx: ListContext, query: TargetListQuery): Promise<Page<Target>> {
  const { sort, limit } = query;
  const rows = await listAllTargetRows(ctx.db, ctx.orgId, {
    query: { ...(await filtersOf(ctx, query)), sort, limit },
    position: readCursorPosition(query),
  });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: await toTargets(ctx, data), meta };
}

/** The filters of a request, with the selectors of the rules that it names. */
export async function filtersOf(ctx: ListContext, query: TargetSummaryQuery): Promise<TargetFilters> {
  const { kind, type, tag, status, snoozed, q, ids } = query;
  const { group, selector, rule_id: ruleId, covered: isCovered } = query;
  return {
    ...{ kind, type, tag, status, snoozed, q, ids },
    selectors: [
      ...(group === undefined ? [] : [{ groups: [group] }]),
      ...(selector === undefined ? [] : [selector]),
      ...(ruleId === undefined ? [] : await selectorsOfRule(ctx, ruleId)),
    ],
    ...(isCovered !== undefined && { covered: { by: await selectorsOfRules(ctx), is: isCovered } }),
  };
}

/** Returns the targets as the API represents them, with what their last check or run found. */
export async function toTargets(ctx: ListContext, rows: readonly ListedTargetRow[]): Promise<Target[]> {
  if (rows.length === 0) return [];
  const lastOf = await readLast(ctx, rows);
  return rows.map((row) => toTarget(row, lastOf(row)));
}

/** Null for a run that sent nothing: its duration says nothing. */
function durationOf(run: { sentNothing: boolean; duration_ms: number | null } | undefined): number | null {
  return run === undefined || run.sentNothing ? null : run.duration_ms;
}

type Last = Pick<Target, "last_checked_at" | "last_duration_ms" | "failures" | "last_run" | "ssl_expires_at">;

/** The time and duration of the last check of each monitor, and of the last run of every other target. */
async function readLast({ db, orgId, clock }: ListContext, rows: readonly ListedTargetRow[]) {
  const idsOf = (...kinds: TargetKind[]) =>
    rows.filter(({ kind }) => kinds.includes(kind)).map(({ id }): TargetId => id);
  const monitorIds = idsOf("monitor", "heartbeat");
  const checks = await latestResults(db, { orgId, monitorIds, nowMs: clock.now() });
  const runs = await finishedRunsOf({ db, orgId }, idsOf("api_monitor", "journey"));
  const pings = await lastPingsOf({ db, orgId }, idsOf("heartbeat"));
  return ({ id }: ListedTargetRow): Last => {
    const check = checks.get(id);
    const run = runs.get(id);
    const ping = pings.get(id);
    return {
      last_checked_at: ping
        ? ping.receivedAt
        : check
          ? new Date(check.checkedAtMs).toISOString()
          : (run?.finished_at ?? null),
      failures: check?.failures ?? (run?.failure ? { [run.location]: run.failure } : {}),
      last_duration_ms: ping ? ping.durationMs : check ? check.responseTimeMs : durationOf(run),
      ssl_expires_at: check?.tlsExpiresAtMs == null ? null : new Date(check.tlsExpiresAtMs).toISOString(),
      last_run: run ? { id: run.id, status: run.status } : null,
    };
  };
}

function toTarget(row: ListedTargetRow, last: Last): Target {
  const { id, kind, name, type, address, status, enabled, tags, owner, group_id, locations } = row;
  return {
    ...{ id, kind, name, type, address, status, enabled, tags, owner, group_id, locations },
    interval_seconds: row.interval_ms === null ? null : row.interval_ms / 1_000,
    paused_reason: row.paused_reason,
    snooze: row.snooze,
    managed_by: row.managed_by,
    parents: row.parents,
    status_since: row.status_since.toISOString(),
    status_reason: statusReasonOf(row),
    domain_expires_at: row.domain_expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    ...last,
  };
}
