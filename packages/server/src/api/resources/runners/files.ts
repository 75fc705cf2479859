import type { Readable } from "node:stream";
import { ARTIFACT_BYTES_MAX, type ArtifactKind, UPLOAD_BYTES_MAX } from "@vedette/contract/runs/artifacts.ts";
import type { Tickets } from "../../../engine/gateway/tickets.ts";
import type { ArtifactQuota } from "../../../pipeline/runs/artifact-quota.ts";
import type { ArtifactStore, ByteRange } from "../../../platform/artifacts/artifact-store.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { describeKind, matchesKind, storeUpload } from "../artifacts/service-uploads.ts";
import { holderOf, type RunnerContext } from "./service.ts";

/** Files between a runner and the store: artifacts of runs and baseline images. */

/**
 * A journey of 100 steps with one screenshot each, its trace and its video, with a factor of three as
 * reserve.
 */
const FILES_OF_RUN_MAX = 300;
/** The number of attempts that are tracked; the oldest entry is dropped first. */
const RUNS_COUNTED_MAX = 10_000;

export type FileCounts = {
  /** Counts one more file of an attempt; returns false if the limit is reached. */
  add(attempt: string): boolean;
};

/** Limits the number of files that one ticket can store, per process since its start. */
export function createFileCounts(): FileCounts {
  const counts = new Map<string, number>();
  return {
    add(attempt) {
      const count = (counts.get(attempt) ?? 0) + 1;
      counts.delete(attempt);
      counts.set(attempt, count);
      if (counts.size > RUNS_COUNTED_MAX) counts.delete(counts.keys().next().value ?? "");
      return count <= FILES_OF_RUN_MAX;
    },
  };
}

type RunnerFile = { kind: ArtifactKind; ticket: string };

type Stores = { artifacts: ArtifactStore; tickets: Tickets; counts: FileCounts; quota: ArtifactQuota };
type StoredFile = { key: string; bytes: number };

export function receiveFile(artifacts: ArtifactStore, file: Readable): Promise<StoredFile> {
  return storeUpload({ artifacts }, { file, fileName: "", bytesMax: UPLOAD_BYTES_MAX });
}

/** Assigns a received file to its run by a reference, or deletes it again. */
export async function keepFile(
  ctx: RunnerContext & { db: Db },
  { file, fields, ...stores }: Stores & { file: StoredFile; fields: RunnerFile },
): Promise<{ ref: string; bytes: number }> {
  try {
    await stores.quota.assertRoom(ctx.db, ctx.orgId, file.bytes);
    const runId = await getAcceptedRun(ctx, { file, fields, ...stores });
    const ref = stores.tickets.forFile(holderOf(ctx), { runId, storeKey: file.key });
    stores.quota.add(ctx.orgId, file.bytes);
    return { ref, bytes: file.bytes };
  } catch (error) {
    await stores.artifacts.remove([file.key]);
    throw error;
  }
}

async function getAcceptedRun(
  ctx: RunnerContext,
  {
    file,
    fields: { kind, ticket },
    artifacts,
    tickets,
    counts,
  }: Stores & { file: StoredFile; fields: RunnerFile },
): Promise<string> {
  const assigned = tickets.readRun(holderOf(ctx), ticket, ctx.clock.now());
  if (assigned === null) {
    throw new AppError(
      "FORBIDDEN",
      "This run was not assigned out with your key, or the assignment has expired.",
    );
  }
  if (file.bytes > ARTIFACT_BYTES_MAX[kind]) {
    throw new AppError("PAYLOAD_TOO_LARGE", `The file is too large for the kind '${kind}'.`);
  }
  if (!(await matchesKind(artifacts, { key: file.key, kind }))) {
    throw badFields([
      { path: "file", message: `must be ${describeKind(kind)}, because its kind is ${kind}` },
    ]);
  }
  const { runId, attempt, lease } = assigned.named;
  if (!counts.add(`${runId} ${attempt} ${lease}`)) {
    throw new AppError(
      "BAD_REQUEST",
      `A run can have at most ${FILES_OF_RUN_MAX} files; the limit is reached.`,
    );
  }
  return runId;
}

/** A stored file for a response. The runner already knows its type. */
export type OpenedRunnerFile = {
  bytes: number;
  etag: string;
  open(range: ByteRange | undefined): Promise<Readable | null>;
};

/** Opens a file that is referenced by work assigned to this runner. */
export async function openNamedFile(
  ctx: RunnerContext,
  { ref, artifacts, tickets }: Omit<Stores, "counts" | "quota"> & { ref: string },
): Promise<OpenedRunnerFile> {
  const named = tickets.readFile(holderOf(ctx), ref);
  const found = named && (await artifacts.open(named.storeKey, { start: 0, end: 0 }));
  found?.stream.destroy();
  if (!named || !found) throw notFound("file");
  return {
    bytes: found.bytes,
    etag: `"${named.storeKey}"`,
    open: async (range) => (await artifacts.open(named.storeKey, range))?.stream ?? null,
  };
}
