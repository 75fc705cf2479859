import type { GroupId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { divideByMissed, type Interval } from "../results/observed/missed-time.ts";
import { isWatched, type StatusSpan } from "../results/stats/uptime.ts";
import { GroupTree, type TreeGroup } from "./group-tree.ts";

/** Status history of groups from that of their targets. Pure: uses no database and no clock. */

export type GroupedHistory = {
  groupId: GroupId;
  spans: readonly StatusSpan[];
  missed: readonly Interval[];
};

/** `missed`: when it depended on missed checks whether the group was down. */
export type GroupHistory = { spans: StatusSpan[]; missed: Interval[] };

/** Returns the history of every group, also if none of its targets missed a check. */
export function groupHistories(
  groups: readonly TreeGroup[],
  targets: readonly GroupedHistory[],
): Map<GroupId, GroupHistory> {
  const spans = groupSpans(groups, targets);
  if (targets.every(({ missed }) => missed.length === 0))
    return new Map(Array.from(spans, ([id, ofGroup]) => [id, { spans: ofGroup, missed: [] }]));
  const atBest = groupSpans(
    groups,
    targets.map((target) => ifMissed(target, "up")),
  );
  const atWorst = groupSpans(
    groups,
    targets.map((target) => ifMissed(target, "down")),
  );
  return new Map(
    Array.from(spans, ([id, ofGroup]) => [
      id,
      { spans: ofGroup, missed: outside(downOf(atWorst.get(id)), downOf(atBest.get(id))) },
    ]),
  );
}

/** The history if all missed checks had this outcome. */
function ifMissed(target: GroupedHistory, status: "up" | "down"): GroupedHistory {
  const spans = divideByMissed(target.spans, target.missed).map(({ isMissed, ...span }) =>
    isMissed && isWatched(span.status) ? { ...span, status } : span,
  );
  return { ...target, spans };
}

const downOf = (spans: readonly StatusSpan[] = []): StatusSpan[] =>
  spans.filter(({ status }) => status === "down");

/** The parts of intervals that are outside of others. */
function outside(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  return divideByMissed(intervals, others)
    .filter(({ isMissed }) => !isMissed)
    .map(({ fromMs, toMs }) => ({ fromMs, toMs }));
}

type Change = { atMs: number; groupId: GroupId; before: MonitorStatus | null; after: MonitorStatus | null };

/**
 * Returns the spans of every group in which it had a status, in order. History is computed for the present tree: a
 * target counts from its creation for the group in which it is now.
 */
export function groupSpans(
  groups: readonly TreeGroup[],
  targets: readonly Pick<GroupedHistory, "groupId" | "spans">[],
): Map<GroupId, StatusSpan[]> {
  const tree = new GroupTree(groups);
  const open = new Map<GroupId, { fromMs: number; status: MonitorStatus }>();
  const spans = new Map<GroupId, StatusSpan[]>(groups.map(({ id }) => [id, []]));
  const close = (id: GroupId, toMs: number) => {
    const last = open.get(id);
    open.delete(id);
    if (last && toMs > last.fromMs) addSpan(spans.get(id), { ...last, toMs });
  };
  const changes = targets.flatMap(changesOf).sort((a, b) => a.atMs - b.atMs);
  for (const { atMs, groupId, before, after } of changes)
    for (const id of tree.change(groupId, before, after)) {
      close(id, atMs);
      const status = tree.status(id);
      if (status !== null) open.set(id, { fromMs: atMs, status });
    }
  return spans;
}

/** The changes of a target, from its creation to the end of its last span. */
function changesOf({ groupId, spans }: Pick<GroupedHistory, "groupId" | "spans">): Change[] {
  const starts = spans.map(({ fromMs, status }, index) => ({
    ...{ atMs: fromMs, groupId },
    before: spans[index - 1]?.status ?? null,
    after: status,
  }));
  const last = spans.at(-1);
  return last ? [...starts, { atMs: last.toMs, groupId, before: last.status, after: null }] : starts;
}

/** Merges adjacent spans of the same status, which changes at one instant leave behind. */
function addSpan(spans: StatusSpan[] | undefined, span: StatusSpan): void {
  const last = spans?.at(-1);
  if (last?.status === span.status && last.toMs === span.fromMs) last.toMs = span.toMs;
  else spans?.push(span);
}
