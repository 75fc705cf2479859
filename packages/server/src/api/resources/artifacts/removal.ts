import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { deleteArtifactsOf, listReferencedKeys } from "./queries.ts";

/** Deletes stored files: with their runs, and once no row references them. */

/**
 * Deletes the artifacts of runs in any organization. Must not run in a transaction, because a rollback does
 * not restore files. Keeps files that another run or a baseline references.
 */
export async function removeArtifactsOf(
  db: Db,
  artifacts: Pick<ArtifactStore, "remove">,
  runIds: readonly string[],
): Promise<void> {
  const keys = await deleteArtifactsOf(db, runIds);
  await artifacts.remove(await findUnreferenced(db, keys));
}

/** How long a file may exist before a row references it: a run of 30 minutes, its report, and a margin. */
const UNREFERENCED_MS = 24 * 3_600_000;
const SWEEP_BATCH = 500;

/**
 * Deletes files that no row references: files of deleted organizations, of runs whose report was never
 * recorded, and of interrupted uploads. Runs daily. Returns the number of deleted files.
 */
export async function sweepArtifacts(
  db: Db,
  artifacts: Pick<ArtifactStore, "list" | "remove" | "removeUnfinished">,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<number> {
  const before = new Date(nowMs - UNREFERENCED_MS);
  let removed = await artifacts.removeUnfinished(before);
  let batch: string[] = [];
  const sweep = async () => {
    const keys = await findUnreferenced(db, batch);
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

async function findUnreferenced(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const referenced = new Set(await listReferencedKeys(db, keys));
  return keys.filter((key) => !referenced.has(key));
}
