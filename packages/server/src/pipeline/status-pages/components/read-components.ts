import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { readMissed } from "../../results/observed/missed-queries.ts";
import { type Interval, missedEverywhere } from "../../results/observed/missed-time.ts";
import { statusSpans } from "../../results/stats/uptime.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import { hasFilter, selects } from "../../selectors/selects.ts";
import type { PageComponentRow } from "../page-row.ts";
import { type ComponentSpan, componentSpans, type TargetHistory } from "./component-spans.ts";
import { listChangesSince, listNewestSlots, listPageTargets, type PageTargetRow } from "./history-queries.ts";

/** Reads what the components of a page did in a time, from the status changes and the missed checks of their targets. */

/** A component with the targets that it selects now. */
export type ResolvedComponent = { component: PageComponentRow; targets: readonly PageTargetRow[] };

/** Kinds whose checks this server starts: without a result, it did not check. */
const SCHEDULED: ReadonlySet<TargetKind> = new Set(["monitor", "api_monitor", "journey"]);
/** The longest interval of a target, and an hour for its check. */
const NEWEST_SINCE_MS = 25 * 3_600_000;
/** Beyond its interval, a check may wait in a queue this long, and make this many attempts, before it is overdue. */
const WAITING_MS = 60_000;
const ATTEMPTS = 3;

export async function resolveComponents(
  db: Db,
  orgId: OrgId,
  components: readonly PageComponentRow[],
): Promise<ResolvedComponent[]> {
  const hasTargets = components.some(({ selector }) => selector !== null);
  return resolveAmong(db, components, hasTargets ? await listPageTargets(db, orgId) : []);
}

/** Finds the targets of components among these. */
export async function resolveAmong(
  db: Db,
  components: readonly PageComponentRow[],
  targets: readonly PageTargetRow[],
): Promise<ResolvedComponent[]> {
  const byId = new Map<string, PageTargetRow>(targets.map((target) => [target.targetId, target]));
  return (await withNestedGroups(db, components)).map((component) => {
    const { selector } = component;
    if (selector === null) return { component, targets: [] };
    // A list of targets is frequent, and quicker to look up.
    if (!hasFilter(selector) && selector.targets !== undefined)
      return { component, targets: selector.targets.flatMap((id) => byId.get(id) ?? []) };
    return { component, targets: targets.filter((target) => selects(selector, target)) };
  });
}

/** Returns the spans of each component with targets within a time, by the component's ID. */
export async function readComponentSpans(
  db: Db,
  orgId: OrgId,
  { components, span, nowMs }: { components: readonly ResolvedComponent[]; span: Interval; nowMs: number },
): Promise<Map<string, ComponentSpan[]>> {
  const targets = [...new Set(components.flatMap((component) => component.targets))];
  if (targets.length === 0) return new Map();
  const histories = await readHistories(db, orgId, { targets, span, nowMs });
  return new Map(
    components
      .filter((component) => component.targets.length > 0)
      .map(({ component, targets: own }) => {
        const known = own.flatMap(({ targetId }) => histories.get(targetId) ?? []);
        return [component.id, componentSpans(component.rollup, known, span)];
      }),
  );
}

/** What decides when a target is checked. */
export type ScheduledTarget = Pick<
  PageTargetRow,
  "targetId" | "kind" | "createdAt" | "intervalMs" | "timeoutMs"
>;

type HistoryRequest = { targets: readonly PageTargetRow[]; span: Interval; nowMs: number };

async function readHistories(
  db: Db,
  orgId: OrgId,
  { targets, span, nowMs }: HistoryRequest,
): Promise<Map<string, TargetHistory>> {
  const ids = targets.map(({ targetId }) => targetId);
  const from = new Date(span.fromMs);
  const changes = Map.groupBy(
    await listChangesSince(db, orgId, { ids, since: from }),
    ({ target_id }) => target_id,
  );
  const gaps = await readMissed(db, orgId, { ids, ...span });
  const overdue = span.toMs >= nowMs ? await readOverdue(db, orgId, { targets, nowMs }) : new Map();
  return new Map(
    targets.map((target) => {
      const { targetId: id, status, createdAt } = target;
      const known = (changes.get(id) ?? []).map((change) => ({
        atMs: change.at.getTime(),
        status: change.status,
        previousStatus: change.previous_status,
      }));
      const spans = statusSpans({ createdAtMs: createdAt.getTime(), nowMs, status }, known);
      const late: Interval | undefined = overdue.get(id);
      const missed = [...(gaps.get(id) ?? []), ...(late ? [late] : [])];
      return [id, { spans, missed: missedEverywhere([missed], 1) }];
    }),
  );
}

/**
 * Slots are accounted for by the scheduler. While none runs, neither results nor missed slots are recorded, so that the
 * time since the newest of them is not observed.
 */
export async function readOverdue(
  db: Db,
  orgId: OrgId,
  { targets, nowMs }: { targets: readonly ScheduledTarget[]; nowMs: number },
): Promise<Map<string, Interval>> {
  const scheduled = targets.filter(({ kind, intervalMs }) => intervalMs !== null && SCHEDULED.has(kind));
  const since = new Date(nowMs - NEWEST_SINCE_MS);
  const ids = scheduled.map(({ targetId }) => targetId);
  const newest = new Map(
    (await listNewestSlots(db, orgId, { ids, since })).map((row) => [row.target_id, row.slot.getTime()]),
  );
  return new Map(
    scheduled.flatMap(({ targetId, intervalMs, timeoutMs, createdAt }) => {
      const interval = intervalMs ?? 0;
      const coveredMs = (newest.get(targetId) ?? createdAt.getTime()) + interval;
      const isOverdue = nowMs > coveredMs + interval + WAITING_MS + timeoutMs * ATTEMPTS;
      return isOverdue ? [[targetId, { fromMs: coveredMs, toMs: nowMs }] as const] : [];
    }),
  );
}
