import { type OrgId, type RunId, type TargetId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import type { RunErrorCode } from "@vedette/contract/runs/run-errors.ts";
import type { RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Run, RunListQuery, RunStep } from "@vedette/contract/runs/runs.ts";
import { z } from "zod";
import { decodeCursor, encodeCursor } from "../../../platform/kernel/cursor.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import { lowestId } from "../../../platform/kernel/ids.ts";
import { onePage, type Page } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { artifactsOfRuns, artifactUrl } from "../artifacts/service.ts";
import { findRun, listLastRuns, listRunSteps, listRuns, type RunRow } from "./queries.ts";
import { toRun } from "./run-view.ts";
import { toRunStep } from "./step-view.ts";

/**
 * Reads runs. `pipeline/runs/` decides their progress; this module writes nothing to a run except its
 * cancellation.
 */

export type RunServiceContext = { db: Db; orgId: OrgId; serverUrl: string };

/** Also returns runs of a deleted target, because a client may still wait for the end of the run. */
export async function getRun(ctx: RunServiceContext, id: string): Promise<Run> {
  const [run] = await withArtifacts(ctx, [await getRow(ctx, id)]);
  if (!run) throw new Error(`run ${id} is missing after reading its artifacts`);
  return run;
}

/** Returns one page by age. Runs that start in the meantime do not repeat or hide others. */
export async function listRunPage(
  ctx: RunServiceContext,
  { query, of }: { query: RunListQuery; of: { targetId?: string | undefined; kind?: RunKind | undefined } },
): Promise<Page<Run>> {
  const { sort, cursor, limit, status, trigger, location, from, to } = query;
  const afterId = cursor === undefined ? null : decodeCursor(cursor, cursorSchemaOf(query))[1];
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

/** Returns the steps of one attempt on one page. With `targetId`, the run must belong to that target. */
export async function listSteps(
  ctx: RunServiceContext,
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

/** The newest ended run as an API monitor or a journey shows it. */
export type LastRun = NonNullable<Journey["last_run"]>;

/** The newest ended run of each of these targets. */
export async function lastRunsOf(
  { db, orgId }: Pick<RunServiceContext, "db" | "orgId">,
  targetIds: readonly TargetId[],
): Promise<Map<TargetId, LastRun>> {
  const runs = await finishedRunsOf({ db, orgId }, targetIds);
  return new Map(
    [...runs].map(([id, { failure: _failure, sentNothing: _sentNothing, ...run }]) => [id, run]),
  );
}

type FinishedRun = LastRun & {
  /** Why it failed. */
  failure: string | null;
  /** Whether it failed before anything was sent, so that its duration says nothing. */
  sentNothing: boolean;
};

/** Errors of a step before its request. */
const UNSENT: readonly RunErrorCode[] = ["UNKNOWN_VARIABLE", "INVALID_REQUEST"];

/** The last finished run of each of these targets. */
export async function finishedRunsOf(
  { db, orgId }: Pick<RunServiceContext, "db" | "orgId">,
  targetIds: readonly TargetId[],
): Promise<Map<TargetId, FinishedRun>> {
  if (targetIds.length === 0) return new Map();
  const rows = await listLastRuns(db, orgId, targetIds);
  return new Map(
    rows.map((row) => [
      row.target_id,
      {
        ...toLastRun(row),
        failure: row.error?.message ?? null,
        sentNothing: row.error?.step_index === 0 && UNSENT.includes(row.error.code),
      },
    ]),
  );
}

function toLastRun({ id, status, location, finished_at: finishedAt, duration_ms }: RunRow): LastRun {
  if (finishedAt === null || (status !== "passed" && status !== "failed"))
    throw new Error(`run ${id} was read as ended but has not ended`);
  return { id, status, location, finished_at: finishedAt.toISOString(), duration_ms };
}

const NOTHING: Page<Run> = onePage<Run>([]);

async function withArtifacts(ctx: RunServiceContext, rows: readonly RunRow[]): Promise<Run[]> {
  if (rows.length === 0) return [];
  const byRun = await artifactsOfRuns(
    ctx,
    rows.map(({ id }) => id),
  );
  const { serverUrl } = ctx;
  return rows.map((row) => toRun(row, { artifacts: byRun.get(row.id) ?? [], serverUrl }));
}

async function getRow({ db, orgId }: RunServiceContext, id: string): Promise<RunRow> {
  const row = UUID_PATTERN.test(id) ? await findRun(db, orgId, id) : null;
  if (!row) throw notFound("run");
  return row;
}

function cursorSchemaOf({ sort }: RunListQuery) {
  return z.tuple([z.literal(sort), z.string().regex(UUID_PATTERN)]);
}

/** The lowest id of that instant. Instants before the epoch match no run. */
function firstIdOf(instant: Date | undefined): RunId | undefined {
  return instant && lowestId(Math.max(0, instant.getTime()));
}
