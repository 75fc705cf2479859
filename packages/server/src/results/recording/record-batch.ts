import type { CheckOutcome, CheckReport } from "@vedette/contract/check-run.ts";
import type { Database, Db } from "../../storage/database.ts";
import { type MonitorState, nextMonitorState, type SeriesState, type StatusChange } from "./monitor-state.ts";
import type { Peers } from "./peers.ts";
import {
  insertGaps,
  insertResults,
  insertStatusChanges,
  isMissingPartition,
  listStoredSlots,
  type SlotGapRow,
  updateMonitors,
  updateSeries,
} from "./queries.ts";

/** A report of a check that was made. */
export type FinishedReport = CheckReport & { outcome: CheckOutcome };

/** A report and the monitor it is about, as it was before. */
export type KnownReport = { report: FinishedReport; monitor: MonitorState };

export type Recorded = { reports: readonly KnownReport[]; changes: readonly StatusChange[] };

export type Batch = { reports: readonly CheckReport[]; gaps: readonly SlotGapRow[] };

export type RecordDeps = {
  database: Database;
  peers: Peers;
  /** The monitor of a series as held in memory; null when it is gone. */
  findMonitor: (seriesKey: number) => MonitorState | null;
  /** Reads the monitors of series that memory does not know: a check by hand may be quicker than the news of its monitor. */
  learn: (seriesKeys: readonly number[]) => Promise<void>;
  /** Reads monitors anew after their picture in memory proved old. */
  reload: (monitorIds: readonly string[]) => Promise<void>;
  /** Brings results of hours that are folded already into their rollups, inside the transaction. */
  mergeLate: (db: Db, reports: readonly FinishedReport[]) => Promise<void>;
  /** Makes the partitions that results at these instants need. */
  ensurePartitions: (instantsMs: readonly number[]) => Promise<void>;
};

/** The database holds a newer revision of some monitor: read it again and decide anew. */
class StaleMonitors extends Error {}

/** Some slot had its result already: find out which, and leave it out. */
class RepeatedSlots extends Error {}

const TRIES_MAX = 5;

/**
 * Stores results, gaps, states and status changes in one transaction. Repeating it changes nothing: a
 * slot has one result, and only a result that was new can change a state.
 */
export async function recordBatch(deps: RecordDeps, batch: Batch): Promise<Recorded> {
  const unknown = batch.reports.filter((report) => !deps.findMonitor(report.seriesKey));
  if (unknown.length > 0) await deps.learn([...new Set(unknown.map((report) => report.seriesKey))]);
  let mayRepeat = false;
  for (let tries = 1; ; tries += 1) {
    const known = withMonitors(deps, batch.reports);
    const peerKeys = await deps.peers.keysOf(known.map(({ report }) => report));
    try {
      const written = await deps.database.transaction(async (db) => {
        await insertGaps(db, batch.gaps);
        const fresh = mayRepeat ? await withoutStored(db, known) : known;
        await insertAll(db, fresh, peerKeys);
        const states = await writeStates(db, fresh);
        await deps.mergeLate(
          db,
          fresh.map(({ report }) => report),
        );
        return { fresh, ...states };
      });
      await remember(deps, written.drafts);
      return { reports: written.fresh, changes: written.changes };
    } catch (error) {
      if (tries === TRIES_MAX) throw error;
      if (error instanceof RepeatedSlots) mayRepeat = true;
      else if (error instanceof StaleMonitors) await deps.reload(idsOf(known));
      else if (isMissingPartition(error))
        await deps.ensurePartitions(known.map(({ report }) => report.slotMs));
      else throw error;
    }
  }
}

/** Reports of monitors that are gone, and of checks that were not made, have nothing to record. */
function withMonitors(deps: RecordDeps, reports: readonly CheckReport[]): KnownReport[] {
  return reports.flatMap((report) => {
    const monitor = deps.findMonitor(report.seriesKey);
    return monitor && isFinished(report) ? [{ report, monitor }] : [];
  });
}

function isFinished(report: CheckReport): report is FinishedReport {
  return report.outcome !== null;
}

/** Inserts results that are all taken for new, as nearly always they are. */
async function insertAll(
  db: Db,
  known: readonly KnownReport[],
  peerKeys: ReadonlyMap<CheckReport, number>,
): Promise<void> {
  if (known.length === 0) return;
  const reports = known.map(({ report }) => report);
  if ((await insertResults(db, reports, peerKeys)) !== reports.length) throw new RepeatedSlots();
}

async function withoutStored(db: Db, known: readonly KnownReport[]): Promise<KnownReport[]> {
  const seen = new Set(
    await listStoredSlots(
      db,
      known.map(({ report }) => report),
    ),
  );
  return known.filter(({ report }) => {
    const slot = slotName(report);
    const isNew = !seen.has(slot);
    seen.add(slot);
    return isNew;
  });
}

/** What `listStoredSlots` calls a slot of a series. */
function slotName(report: { seriesKey: number; slotMs: number }): string {
  return `${report.seriesKey}:${Math.round(report.slotMs * 1_000)}`;
}

type Draft = { before: MonitorState; after: MonitorState; touched: Set<number> };

async function writeStates(
  db: Db,
  known: readonly KnownReport[],
): Promise<{ drafts: Draft[]; changes: StatusChange[] }> {
  const byId = new Map<string, Draft>();
  const changes: StatusChange[] = [];
  for (const { report, monitor } of inOrder(known)) {
    const draft = byId.get(monitor.monitorId) ?? { before: monitor, after: monitor, touched: new Set() };
    byId.set(monitor.monitorId, draft);
    const next = nextMonitorState(draft.after, report.seriesKey, report.outcome);
    if (hasSeriesChanged(draft.after, next.monitor, report.seriesKey)) draft.touched.add(report.seriesKey);
    draft.after = next.monitor;
    if (next.change) changes.push(next.change);
  }
  const drafts = [...byId.values()].filter(({ before, after }) => before !== after);
  const moved = drafts.filter(({ before, after }) => before.statusSinceMs !== after.statusSinceMs);
  const updated = await updateMonitors(
    db,
    moved.map(({ after }) => after),
  );
  if (updated !== moved.length) throw new StaleMonitors();
  await updateSeries(
    db,
    drafts.flatMap(({ after, touched }) => after.series.filter((each) => touched.has(each.seriesKey))),
  );
  await insertStatusChanges(db, changes);
  for (const { after } of moved) after.revision += 1;
  return { drafts, changes };
}

function inOrder(known: readonly KnownReport[]): readonly KnownReport[] {
  return known.toSorted((a, b) => a.report.slotMs - b.report.slotMs);
}

function hasSeriesChanged(before: MonitorState, after: MonitorState, seriesKey: number): boolean {
  const of = (monitor: MonitorState) => monitor.series.find((each) => each.seriesKey === seriesKey);
  const [was, is] = [of(before), of(after)];
  return was?.status !== is?.status || was?.consecutiveFailures !== is?.consecutiveFailures;
}

/** Brings the picture in memory to what was committed; one that was replaced meanwhile is read again. */
async function remember(deps: RecordDeps, drafts: readonly Draft[]): Promise<void> {
  const replaced: string[] = [];
  for (const { before, after } of drafts) {
    const live = deps.findMonitor(after.series[0]?.seriesKey ?? 0);
    if (live !== before) {
      replaced.push(before.monitorId);
      continue;
    }
    const { status, statusSinceMs, revision } = after;
    Object.assign(live, { status, statusSinceMs, revision });
    live.series.forEach((series, index) => {
      Object.assign(series, stateOf(after.series[index] ?? series));
    });
  }
  if (replaced.length > 0) await deps.reload(replaced);
}

function stateOf({ status, statusSinceMs, consecutiveFailures }: SeriesState): Partial<SeriesState> {
  return { status, statusSinceMs, consecutiveFailures };
}

function idsOf(known: readonly KnownReport[]): string[] {
  return [...new Set(known.map(({ monitor }) => monitor.monitorId))];
}
