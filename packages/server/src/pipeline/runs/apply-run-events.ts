import type { Db } from "../../platform/storage/database.ts";
import { insertRunArtifacts } from "./definition-queries.ts";
import {
  insertRuns,
  insertSteps,
  lockOpenRuns,
  type NewRunRow,
  type OpenRunRow,
  type RunQueueKey,
  updateRuns,
} from "./queries.ts";
import { artifactRows, changeOf, type RunDraft } from "./run-draft.ts";
import {
  cancelAll,
  type DueRun,
  processRunQueue,
  type RunEvent,
  type RunQueueUpdate,
  runQueueOf,
} from "./run-queue-update.ts";

/** The effects to carry out after the commit or to record in the transaction. */
export type Applied = {
  /** Runs to dispatch to runners. */
  sent: RunDraft[];
  ended: RunDraft[];
  /** Every run that changed. */
  changed: RunDraft[];
  /** Ticks that found an open run in their queue. */
  skipped: DueRun[];
};

/**
 * Applies events to run queues in the caller's transaction. `run-queue.ts` makes the decisions; this file
 * writes them. It locks the rows of a queue, so concurrent coordinators wait.
 */
export async function applyRunEvents(
  db: Db,
  runEvents: readonly RunEvent[],
  { nowMs, findTimeouts }: { nowMs: number; findTimeouts: FindTimeouts },
): Promise<Applied> {
  const byRunQueue = Map.groupBy(runEvents, (runEvent) => keyOf(runQueueOf(runEvent)));
  const names = [...byRunQueue.values()].map(([first]) => runQueueOf(first as RunEvent));
  const rows = Map.groupBy(await lockOpenRuns(db, names), (row) =>
    keyOf({ targetId: row.target_id, location: row.location }),
  );
  const updates = [...byRunQueue].map(([key, some]) => processRunQueue(rows.get(key) ?? [], some, nowMs));
  const toDispatch = updates.flatMap(({ sent }) => (sent ? [sent.row] : []));
  if (toDispatch.length > 0) cancelDeleted(updates, await findTimeouts(db, toDispatch), nowMs);
  const changed = updates.flatMap(({ drafts }) => [...drafts.values()].filter((draft) => !draft.isUntouched));
  const repeated = await write(db, changed, { fresh: new Set(updates.flatMap(({ fresh }) => fresh)), nowMs });
  return {
    sent: updates.flatMap(({ sent }) => (sent && !sent.ending && !repeated.has(sent.row.id) ? [sent] : [])),
    ended: changed.filter(({ ending }) => ending !== null),
    changed: changed.filter(({ row }) => !repeated.has(row.id)),
    skipped: updates.flatMap(({ skipped }) => skipped),
  };
}

/** The current timeouts of these runs' targets. A run whose target was deleted has none. */
export type FindTimeouts = (db: Db, runs: readonly OpenRunRow[]) => Promise<ReadonlyMap<string, number>>;

/** The target was deleted after its run was requested. */
function cancelDeleted(
  updates: readonly RunQueueUpdate[],
  timeouts: ReadonlyMap<string, number>,
  nowMs: number,
): void {
  for (const update of updates) {
    if (!update.sent) continue;
    const timeoutMs = timeouts.get(update.sent.row.id);
    if (timeoutMs === undefined) cancelAll(update, nowMs);
    else update.sent.row.timeout_ms = timeoutMs;
  }
}

/** Returns the ids of new runs whose slot already has a run; they were not inserted. */
async function write(
  db: Db,
  drafts: readonly RunDraft[],
  { fresh, nowMs }: { fresh: ReadonlySet<RunDraft>; nowMs: number },
): Promise<Set<string>> {
  const changes = (some: readonly RunDraft[]) => some.map((draft) => changeOf(draft, nowMs));
  // Writes finished runs first, because the unique index allows one active run per queue.
  await updateRuns(db, changes(drafts.filter((draft) => !fresh.has(draft))));
  const repeated = new Set([...fresh].map(({ row }) => row.id));
  if (fresh.size > 0) {
    for (const { id } of await insertRuns(
      db,
      [...fresh].map(({ row }) => newRow(row)),
    ))
      repeated.delete(id);
    await updateRuns(db, changes([...fresh]));
  }
  const steps = drafts.flatMap((draft) => draft.steps);
  if (steps.length > 0) await insertSteps(db, steps);
  const artifacts = drafts.flatMap((draft) => artifactRows(draft, nowMs));
  if (artifacts.length > 0) await insertRunArtifacts(db, artifacts, new Date(nowMs));
  return repeated;
}

function newRow(row: OpenRunRow): NewRunRow {
  const { id, org_id, target_id, kind, location, trigger, slot_ms, max_attempts, timeout_ms, overrides } =
    row;
  return {
    id,
    org_id,
    target_id,
    kind,
    location,
    trigger,
    slot_ms,
    max_attempts,
    timeout_ms,
    overrides,
    queued_ms: row.queued_ms,
    steps_total: row.steps_total,
  };
}

function keyOf({ targetId, location }: RunQueueKey): string {
  return `${targetId} ${location}`;
}
