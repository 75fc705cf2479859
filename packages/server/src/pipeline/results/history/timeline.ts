import { TIMELINE_SPANS_MAX, type Timeline } from "@vedette/contract/targets/history.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findImported } from "../imported/find-imported.ts";
import { toMissedChecks } from "../observed/missed-queries.ts";
import { listStatusChanges, type TargetFacts } from "../stats/queries.ts";
import { statusSpans } from "../stats/uptime.ts";
import { listMissedRows } from "./history-queries.ts";

type TimelineRequest = {
  orgId: string;
  targetId: string;
  facts: Pick<TargetFacts, "created_at" | "status">;
  fromMs: number;
  toMs: number;
  nowMs: number;
};

/** Without what is planned: maintenance windows belong to alerting. */
type MeasuredTimeline = Omit<Timeline, "maintenance_windows">;

/** Returns when a target was not up, and when its checks were missed. */
export async function readTimeline(db: Db, request: TimelineRequest): Promise<MeasuredTimeline> {
  const { orgId, targetId, facts, fromMs, toMs, nowMs } = request;
  const [from, to] = [new Date(fromMs), new Date(toMs)];
  const changes = await listStatusChanges(db, orgId, targetId, from);
  const spans = statusSpans(
    { createdAtMs: facts.created_at.getTime(), nowMs, status: facts.status },
    changes.map((change) => ({
      atMs: change.at.getTime(),
      status: change.status,
      previousStatus: change.previous_status,
    })),
  );
  const inside = spans
    .filter((span) => span.status !== "up" && span.toMs > fromMs && span.fromMs < toMs)
    .map((span) => ({
      ...span,
      fromMs: Math.max(span.fromMs, fromMs),
      toMs: Math.min(span.toMs, toMs),
    }));
  const missed = await listMissedRows(db, orgId, { targetId, from, to, limit: TIMELINE_SPANS_MAX });
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    imported: await findImported(db, orgId, { targetId, fromMs, toMs }),
    spans: longest(inside).map((span) => ({
      status: span.status,
      from: new Date(span.fromMs).toISOString(),
      to: new Date(span.toMs).toISOString(),
    })),
    missed: missed.sort((a, b) => a.from.getTime() - b.from.getTime()).map(toMissedChecks),
  };
}

type Span = { fromMs: number; toMs: number };

/** The longest spans, in order of time. */
function longest<S extends Span>(spans: readonly S[]): S[] {
  if (spans.length <= TIMELINE_SPANS_MAX) return [...spans];
  return spans
    .toSorted((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs))
    .slice(0, TIMELINE_SPANS_MAX)
    .sort((a, b) => a.fromMs - b.fromMs);
}
