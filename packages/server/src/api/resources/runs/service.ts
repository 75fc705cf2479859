import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { type OrgId, type RunId, type TargetId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import type { RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Run, RunListQuery, RunStep } from "@vedette/contract/runs/runs.ts";
import { z } from "zod";
import { cancelRuns } from "../../../pipeline/runs/trigger.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { decodeCursor, encodeCursor } from "../../../platform/kernel/cursor.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import { lowestId } from "../../../platform/kernel/ids.ts";
import { onePage, type Page } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { artifactsOfRuns, artifactUrl } from "../artifacts/service.ts";
import { findRun, listLastRuns, listRunSteps, listRuns, lockOpenRunsOf, type RunRow } from "./queries.ts";
import { toRun } from "./run-view.ts";
import { toRunStep } from "./step-view.ts";

/** Runs as they are read. What becomes of a run is decided in `runs/`; here nothing of one is written. */

export type RunContext = { db: Db; orgId: OrgId; serverUrl: string };

/** Also of a target that is deleted: somebody may still wait for the run's end. */
export async function getRun(ctx: RunContext, id: string): Promise<Run> {
  const [run] = await withArtifacts(ctx, [await getRow(ctx, id)]);
  if (!run) throw new Error(`run ${id} got lost on its way to the answer`);
  return run;
}

/** One page, by age. What begins meanwhile neither repeats nor hides a run that was there at the first page. */
export async function listRunPage(
  ctx: RunContext,
  { query, of }: { query: RunListQuery; of: { targetId?: string | undefined; kind?: RunKind | undefined } },
): Promise<Page<Run>> {
  const { sort, cursor, limit, status, trigger, location, from, to } = query;
  const afterId = cursor === undefined ? null : decodeCursor(cursor, placeOf(query))[1];
  if (of.targetId !== undefined && !UUID_PATTERN.test(of.targetId)) return NOTHING;
  const filters = { ...of, status, trigger, location, fromId: firstIdOf(from), toId: firstIdOf(to) };
  const order = sort === "created_at" ? "oldest" : "newest";
  const rows = await listRuns(ctx.db, ctx.orgId, { filters, page: { order, afterId, limit: limit + 1 } });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    data: await withArtifacts(ctx, page),
    meta: { next_cursor: hasMore && last ? encodeCursor([sort, last.id]) : null, has_more: hasMore },
  };
}

/** The steps of one attempt of a run, all on one page. With `targetId`, the run must be one of that target. */
export async function listSteps(
  ctx: RunContext,
  { id, targetId, attempt }: { id: string; targetId?: TargetId; attempt?: number | undefined },
): Promise<Page<RunStep>> {
  const run = await getRow(ctx, id);
  if (targetId !== undefined && run.target_id !== targetId) throw notFound("run");
  const rows = await listRunSteps(ctx.db, ctx.orgId, { runId: run.id, attempt: attempt ?? null });
  if (run.kind !== "journey") return onePage(rows.map((row) => toRunStep(row, null)));
  const artifacts = (await artifactsOfRuns(ctx, [run.id])).get(run.id) ?? [];
  const ids = new Map(artifacts.map((artifact) => [artifact.key, artifact.id]));
  const urlOf = (key: string) => {
    const artifactId = ids.get(key);
    return artifactId === undefined ? null : artifactUrl(ctx.serverUrl, artifactId);
  };
  return onePage(rows.map((row) => toRunStep(row, { urlOf })));
}

/** What an API monitor or a journey tells of its newest run that ended. */
export type LastRun = NonNullable<Journey["last_run"]>;

/** The newest ended run of each of these targets. */
export async function lastRunsOf(
  { db, orgId }: Pick<RunContext, "db" | "orgId">,
  targetIds: readonly TargetId[],
): Promise<Map<TargetId, LastRun>> {
  if (targetIds.length === 0) return new Map();
  const rows = await listLastRuns(db, orgId, targetIds);
  return new Map(rows.map((row) => [row.target_id, toLastRun(row)]));
}

function toLastRun({ id, status, location, finished_at: finishedAt, duration_ms }: RunRow): LastRun {
  if (finishedAt === null || (status !== "passed" && status !== "failed"))
    throw new Error(`run ${id} is taken for an ended one`);
  return { id, status, location, finished_at: finishedAt.toISOString(), duration_ms };
}

/**
 * Ends the open runs of a target that is deleted, and tells whoever follows them. Comes before the target is
 * locked, as whoever moves runs on locks in this order.
 */
export async function endRunsOf(
  ctx: Pick<RunContext, "db" | "orgId"> & { clock: Clock; emit(event: LiveEvent): void },
  targetId: TargetId,
): Promise<void> {
  const { db, orgId } = ctx;
  const nowMs = ctx.clock.now();
  const at = new Date(nowMs).toISOString();
  for (const { id, kind, location, attempt } of await cancelRuns(db, { orgId, targetId, nowMs })) {
    const data = { run_id: id, kind, target_id: targetId, location, status: "failed" as const, attempt, at };
    ctx.emit({ type: "run.changed", orgId, data });
  }
}

/**
 * Nobody moves a run of the organization on until the transaction ends. Comes before the targets of its runs are
 * locked, as whoever moves runs on locks in this order.
 */
export async function holdOpenRuns({ db, orgId }: Pick<RunContext, "db" | "orgId">): Promise<void> {
  await lockOpenRunsOf(db, orgId);
}

const NOTHING: Page<Run> = onePage<Run>([]);

async function withArtifacts(ctx: RunContext, rows: readonly RunRow[]): Promise<Run[]> {
  if (rows.length === 0) return [];
  const byRun = await artifactsOfRuns(
    ctx,
    rows.map(({ id }) => id),
  );
  const { serverUrl } = ctx;
  return rows.map((row) => toRun(row, { artifacts: byRun.get(row.id) ?? [], serverUrl }));
}

async function getRow({ db, orgId }: RunContext, id: string): Promise<RunRow> {
  const row = UUID_PATTERN.test(id) ? await findRun(db, orgId, id) : null;
  if (!row) throw notFound("run");
  return row;
}

function placeOf({ sort }: RunListQuery) {
  return z.tuple([z.literal(sort), z.string().regex(UUID_PATTERN)]);
}

/** The id that no run of that instant comes before. Instants before the epoch are those of no run. */
function firstIdOf(instant: Date | undefined): RunId | undefined {
  return instant && lowestId(Math.max(0, instant.getTime()));
}
