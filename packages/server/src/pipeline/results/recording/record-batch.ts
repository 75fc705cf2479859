import type { CheckOutcome, CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { lockClosedDaysShared } from "../closed/closed-queries.ts";
import { isOpenSince } from "../closed/stored-results.ts";
import type { AlertingPort, RecordedResult } from "./alerting-port.ts";
import { saveBaselines } from "./baselines.ts";
import type { ChangesPort, FoundChanges } from "./changes-port.ts";
import type { ConnectionFacts } from "./connection-facts.ts";
import { lockHandedOverSlots } from "./handed-over-slots.ts";
import { openGaps } from "./open-gaps.ts";
import {
  endSnoozes,
  insertBodies,
  insertGaps,
  insertResults,
  insertStatusChanges,
  isMissingPartition,
  listAccounted,
  listStoredSlots,
  type MonthUsage,
  responseUsOf,
  type SlotGapRow,
  slotUsOf,
  updateSeries,
  updateTargets,
} from "./queries.ts";
import { nextTargetState, type SeriesState, type StatusChange, type TargetState } from "./target-state.ts";
import { countUsage } from "./usage.ts";

/** A report of an executed check, or of a run or a ping, which have more fields. */
export type FinishedReport = CheckReport & {
  outcome: CheckOutcome;
  run?: { id: string; visualDiffPercent: number | null; error: { code: string; message: string } | null };
  metrics?: Readonly<Record<string, number>> | null;
};

/** A report and the previous state of its target. */
export type KnownReport = { report: FinishedReport; target: TargetState };

export type Recorded = {
  reports: readonly KnownReport[];
  changes: readonly StatusChange[];
  /** What checks saw change of servers, by report. */
  observed: FoundChanges["byReport"];
};

export type Batch = {
  reports: readonly CheckReport[];
  gaps: readonly SlotGapRow[];
  /** Results of series that do not affect a status: those of a run's steps. */
  ofSteps?: readonly FinishedReport[];
};

export type RecordDeps = {
  database: Database;
  clock: Clock;
  connectionFacts: ConnectionFacts;
  /** The target of a series as held in memory; null if it was deleted. */
  findTarget: (seriesKey: number) => TargetState | null;
  /** Whether memory is current for a series: for one that is scheduled elsewhere it has an older state. */
  isCurrent: (seriesKey: number) => boolean;
  /**
   * Loads the targets of series that are not in memory: a manual check may arrive before the notification
   * about its target.
   */
  loadSeries: (seriesKeys: readonly number[]) => Promise<void>;
  /** Reloads targets whose snapshot in memory is outdated. */
  reload: (targetIds: readonly string[]) => Promise<void>;
  /** Adds results of hours that are already rolled up to their rollups, inside the transaction. */
  mergeLate: (db: Db, reports: readonly FinishedReport[]) => Promise<void>;
  /** Compares what the checks saw with what was seen before, in the same transaction. */
  changes: ChangesPort;
  /** Evaluates alert rules in the same transaction. */
  alerting: AlertingPort;
  /** Called after the commit with the organizations' usage of this month. */
  onUsage?: (totals: readonly MonthUsage[]) => void;
  /** Creates the partitions that results at these instants need. */
  ensurePartitions: (instantsMs: readonly number[]) => Promise<void>;
};

/** The database has a newer revision of a target: reload it and try again. */
class StaleTargets extends Error {
  readonly targetIds: string[];
  constructor(targetIds: string[]) {
    super("a newer revision is stored");
    this.targetIds = targetIds;
  }
}

/** The targets of some series are not in memory, or not in their current state. */
class UnknownSeries extends Error {
  readonly seriesKeys: number[];
  constructor(seriesKeys: number[]) {
    super("memory does not have these series");
    this.seriesKeys = seriesKeys;
  }
}

/** A slot already had a result: find out which one, and leave it out. */
class RepeatedSlots extends Error {}

/** Findings from earlier attempts at a batch. */
type RetryState = { mayRepeat: boolean; seriesKeys: Set<number>; instantsMs: number[] };

const ATTEMPTS_MAX = 6;

/**
 * Stores results, gaps, states and status changes in one transaction, together with the writes of `produce`,
 * which returns the batch. It is idempotent: a slot has one result, and only a new result can change a state.
 */
export async function recordBatch(
  deps: RecordDeps,
  produce: (db: Db) => Batch | Promise<Batch>,
): Promise<Recorded> {
  const retryState: RetryState = { mayRepeat: false, seriesKeys: new Set(), instantsMs: [] };
  for (let attempts = 1; ; attempts += 1) {
    try {
      const written = await deps.database.transaction(async (db) =>
        writeBatch(deps, db, { batch: await produce(db), retryState }),
      );
      // First, because it uses the snapshots that the results were recorded with.
      written.commitAlerting();
      written.commitChanges();
      deps.onUsage?.(written.usage);
      await updateMemory(deps, written.drafts);
      return { reports: written.fresh, changes: written.changes, observed: written.observed };
    } catch (error) {
      if (attempts === ATTEMPTS_MAX) throw error;
      await prepareRetry(deps, error, retryState);
    }
  }
}

async function writeBatch(
  deps: RecordDeps,
  db: Db,
  { batch, retryState }: { batch: Batch; retryState: RetryState },
): Promise<{
  fresh: readonly KnownReport[];
  drafts: Draft[];
  changes: StatusChange[];
  observed: FoundChanges["byReport"];
  commitAlerting: () => void;
  commitChanges: () => void;
  usage: MonthUsage[];
}> {
  const { ofSteps = [] } = batch;
  retryState.instantsMs = [...batch.reports, ...ofSteps].map(({ slotMs }) => slotMs);
  const known = withTargets(deps, batch.reports, retryState);
  const reports = known.map(({ report }) => report);
  const connectionKeys = await deps.connectionFacts.keysOf([...reports, ...ofSteps]);
  await lockHandedOverSlots(db, batch, deps.isCurrent);
  await writeGaps(db, batch.gaps);
  const isLate = !isOpenSince(Math.min(...retryState.instantsMs), deps.clock.now());
  if (isLate) await lockClosedDaysShared(db);
  const mayRepeat = retryState.mayRepeat || isLate;
  const fresh = mayRepeat ? await withoutStored(db, known, ({ report }) => report) : known;
  await insertNewResults(db, fresh, connectionKeys);
  const freshSteps = isLate ? await withoutStored(db, ofSteps, (report) => report) : ofSteps;
  if (freshSteps.length > 0) await insertResults(db, freshSteps, connectionKeys);
  const { evaluated, ...states } = await writeStates(db, fresh);
  await saveBaselines(db, fresh);
  await deps.mergeLate(db, [...fresh.map(({ report }) => report), ...freshSteps]);
  const found = await deps.changes.afterResults(db, fresh);
  const commitAlerting = await deps.alerting.afterResults(db, withChanges(evaluated, found));
  const usage = await countUsage(db, fresh);
  const observed = found.byReport;
  return { fresh, ...states, observed, commitAlerting, commitChanges: found.commit, usage };
}

/** Adds to results what their checks were the first to see. Nearly always there is nothing to add. */
function withChanges(
  evaluated: readonly RecordedResult[],
  { byReport }: FoundChanges,
): readonly RecordedResult[] {
  if (byReport.size === 0) return evaluated;
  const bySlot = new Map([...byReport].map(([report, changes]) => [slotName(report), changes]));
  return evaluated.map((result) => {
    const changes = bySlot.get(slotName(result))?.filter(({ isRepeat }) => !isRepeat) ?? [];
    return changes.length === 0 ? result : { ...result, changes };
  });
}

async function writeGaps(db: Db, gaps: readonly SlotGapRow[]): Promise<void> {
  if (gaps.length === 0) return;
  const accounted = await listAccounted(db, gaps);
  await insertGaps(db, accounted.length === 0 ? gaps : openGaps(gaps, accounted));
}

/** Prepares the next attempt. Throws errors that a retry cannot fix. */
async function prepareRetry(deps: RecordDeps, error: unknown, retryState: RetryState): Promise<void> {
  if (error instanceof RepeatedSlots) retryState.mayRepeat = true;
  else if (error instanceof StaleTargets) await deps.reload(error.targetIds);
  else if (error instanceof UnknownSeries) {
    for (const key of error.seriesKeys) retryState.seriesKeys.add(key);
    await deps.loadSeries(error.seriesKeys);
  } else if (isMissingPartition(error)) await deps.ensurePartitions(retryState.instantsMs);
  else throw error;
}

/** Leaves out reports of deleted targets and of checks that were not executed. */
function withTargets(
  deps: RecordDeps,
  reports: readonly CheckReport[],
  retryState: RetryState,
): KnownReport[] {
  const unknown = reports.filter(
    ({ seriesKey }) =>
      !retryState.seriesKeys.has(seriesKey) && !(deps.findTarget(seriesKey) && deps.isCurrent(seriesKey)),
  );
  if (unknown.length > 0) throw new UnknownSeries([...new Set(unknown.map(({ seriesKey }) => seriesKey))]);
  return reports.flatMap((report) => {
    const target = deps.findTarget(report.seriesKey);
    return target && isFinished(report) ? [{ report, target }] : [];
  });
}

function isFinished(report: CheckReport): report is FinishedReport {
  return report.outcome !== null;
}

/** Inserts results on the assumption that all are new, which is nearly always true. */
export async function insertNewResults(
  db: Db,
  known: readonly KnownReport[],
  connectionKeys: ReadonlyMap<CheckReport, number>,
): Promise<void> {
  if (known.length === 0) return;
  const reports = known.map(({ report }) => report);
  if ((await insertResults(db, reports, connectionKeys)) !== reports.length) throw new RepeatedSlots();
  const bodies = reports.flatMap((report) =>
    report.outcome.kept
      ? { slotUs: slotUsOf(report), seriesKey: report.seriesKey, kept: report.outcome.kept }
      : [],
  );
  if (bodies.length > 0) await insertBodies(db, bodies);
}

/** Leaves out reports whose slot has a result. In a closed day no unique index finds it, so this is asked before the insert. */
async function withoutStored<Item>(
  db: Db,
  items: readonly Item[],
  reportOf: (item: Item) => { seriesKey: number; slotMs: number },
): Promise<Item[]> {
  const seen = new Set(await listStoredSlots(db, items.map(reportOf)));
  return items.filter((item) => {
    const slot = slotName(reportOf(item));
    const isNew = !seen.has(slot);
    seen.add(slot);
    return isNew;
  });
}

/** The name of a series' slot in `listStoredSlots`. */
function slotName(report: { seriesKey: number; slotMs: number }): string {
  return `${report.seriesKey}:${Math.round(report.slotMs * 1_000)}`;
}

type Draft = { before: TargetState; after: TargetState; touched: Set<number> };

async function writeStates(
  db: Db,
  known: readonly KnownReport[],
): Promise<{ drafts: Draft[]; changes: StatusChange[]; evaluated: RecordedResult[] }> {
  const byId = new Map<string, Draft>();
  const changes: StatusChange[] = [];
  const evaluated: RecordedResult[] = [];
  for (const { report, target } of inOrder(known)) {
    const draft = byId.get(target.targetId) ?? { before: target, after: target, touched: new Set() };
    byId.set(target.targetId, draft);
    const next = nextTargetState(draft.after, report.seriesKey, observationOf(report));
    if (hasSeriesChanged(draft.after, next.target, report.seriesKey)) draft.touched.add(report.seriesKey);
    draft.after = next.target;
    if (next.change) changes.push(next.change);
    // The result of a manual check of a paused target goes only to its caller. A result with status `error`
    // neither opens nor resolves an alert.
    const isEvaluated = target.enabled && report.outcome.status !== "error";
    if (isEvaluated) evaluated.push(toRecorded(report, { snapshot: target, after: next.target }));
  }
  const drafts = [...byId.values()].filter(({ before, after }) => before !== after);
  const moved = drafts.filter(({ before, after }) => before.statusSinceMs !== after.statusSinceMs);
  const updated = await updateTargets(
    db,
    moved.map(({ after }) => after),
  );
  if (updated !== moved.length) throw new StaleTargets(idsOf(known));
  const recovered = changes.filter(({ status }) => status === "up").map(({ targetId }) => targetId);
  if (recovered.length > 0) await endSnoozes(db, recovered);
  await updateSeries(
    db,
    drafts.flatMap(({ after, touched }) => after.series.filter((each) => touched.has(each.seriesKey))),
  );
  await insertStatusChanges(db, changes);
  for (const { after } of moved) after.revision += 1;
  return { drafts, changes, evaluated };
}

/** The error of a run is not part of its outcome. */
function observationOf({ outcome, run }: FinishedReport) {
  return run?.error ? { ...outcome, error: run.error } : outcome;
}

function toRecorded(
  report: FinishedReport,
  { snapshot, after }: { snapshot: TargetState; after: TargetState },
): RecordedResult {
  const { outcome, location, seriesKey, slotMs, run } = report;
  const { targetId, kind, type, tags, groupId, orgId, name, series } = after;
  const error = run?.error ?? outcome.error;
  return {
    snapshot,
    targetId,
    kind,
    type,
    tags,
    groupId,
    orgId,
    name,
    series,
    location,
    seriesKey,
    slotMs,
    status: outcome.status,
    atMs: outcome.checkedAtMs,
    responseUs: responseUsOf(report),
    tlsExpiresAtMs: outcome.tls?.expiresAtMs ?? null,
    visualDiffPercent: run?.visualDiffPercent ?? null,
    metrics: report.metrics ?? null,
    runId: run?.id ?? null,
    error: error && { code: error.code, message: error.message },
  };
}

function inOrder(known: readonly KnownReport[]): readonly KnownReport[] {
  return known.toSorted((a, b) => a.report.slotMs - b.report.slotMs);
}

function hasSeriesChanged(before: TargetState, after: TargetState, seriesKey: number): boolean {
  const of = (target: TargetState) => target.series.find((each) => each.seriesKey === seriesKey);
  const [was, is] = [of(before), of(after)];
  return (
    was?.status !== is?.status ||
    was?.consecutiveFailures !== is?.consecutiveFailures ||
    was?.consecutiveErrors !== is?.consecutiveErrors
  );
}

/**
 * Updates the snapshots in memory to the committed state; targets whose snapshot was replaced meanwhile are
 * reloaded.
 */
async function updateMemory(deps: RecordDeps, drafts: readonly Draft[]): Promise<void> {
  const replaced: string[] = [];
  for (const { before, after } of drafts) {
    const live = deps.findTarget(after.series[0]?.seriesKey ?? 0);
    if (live !== before) {
      replaced.push(before.targetId);
      continue;
    }
    const { status, statusSinceMs, statusReason, revision } = after;
    Object.assign(live, { status, statusSinceMs, statusReason, revision });
    live.series.forEach((series, index) => {
      Object.assign(series, stateOf(after.series[index] ?? series));
    });
  }
  if (replaced.length > 0) await deps.reload(replaced);
}

function stateOf(series: SeriesState): Partial<SeriesState> {
  const { status, statusSinceMs, consecutiveFailures, consecutiveErrors } = series;
  return { status, statusSinceMs, consecutiveFailures, consecutiveErrors };
}

function idsOf(known: readonly KnownReport[]): string[] {
  return [...new Set(known.map(({ target }) => target.targetId))];
}
