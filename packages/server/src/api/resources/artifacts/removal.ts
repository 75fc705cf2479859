import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { deleteArtifactsOf, listNamedKeys } from "./queries.ts";

/** How files go: with their runs, and when nothing names them any more. */

/**
 * Deletes the artifacts of runs that are to go, of whatever organization; not within a transaction, for files
 * do not come back when it fails. A file that another run or a baseline names stays.
 */
export async function removeArtifactsOf(
  db: Db,
  artifacts: Pick<ArtifactStore, "remove">,
  runIds: readonly string[],
): Promise<void> {
  const keys = await deleteArtifactsOf(db, runIds);
  await artifacts.remove(await unnamed(db, keys));
}

/** How long a file may wait for the row that names it: a run of 30 minutes, its report, and time to spare. */
const UNNAMED_MS = 24 * 3_600_000;
const SWEEP_BATCH = 500;

/**
 * Removes files that no row names: of organizations that were deleted, of runs whose report was never
 * recorded, of uploads that were killed halfway. For a daily job. Says how many.
 */
export async function sweepArtifacts(
  db: Db,
  artifacts: Pick<ArtifactStore, "list" | "remove" | "removeUnfinished">,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<number> {
  const before = new Date(nowMs - UNNAMED_MS);
  let removed = await artifacts.removeUnfinished(before);
  let batch: string[] = [];
  const sweep = async () => {
    const keys = await unnamed(db, batch);
    await artifacts.remove(keys);
    removed += keys.length;
    batch = [];
  };
  for await (const key of artifacts.list(before)) {
    if (signal.aborted) return removed;
    if (batch.push(key) >= SWEEP_BATCH) await sweep();
  }
  await sweep();
  return removed;
}

async function unnamed(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const named = new Set(await listNamedKeys(db, keys));
  return keys.filter((key) => !named.has(key));
}
