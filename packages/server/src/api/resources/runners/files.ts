import type { Readable } from "node:stream";
import { ARTIFACT_BYTES_MAX, type ArtifactKind, UPLOAD_BYTES_MAX } from "@vedette/contract/runs/artifacts.ts";
import type { Tickets } from "../../../engine/gateway/tickets.ts";
import type { ArtifactQuota } from "../../../pipeline/runs/artifact-quota.ts";
import type { ArtifactStore, ByteRange } from "../../../platform/artifacts/artifact-store.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { describeKind, matchesKind, storeUpload } from "../artifacts/service-uploads.ts";
import { holderOf, type RunnerContext } from "./service.ts";

/** Files between a runner and the store: what a run leaves, and the images that it compares with. */

/** A journey of 100 steps with a picture each, its trace and its video, and again as much. */
const FILES_OF_RUN_MAX = 300;
/** Runs whose files are counted; the oldest is forgotten first. */
const RUNS_COUNTED_MAX = 10_000;

export type FileCounts = {
  /** Counts one more file of an attempt; false where it has enough. */
  add(attempt: string): boolean;
};

/** Bounds what one ticket can be used to store, on this node and since its start. */
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
type Taken = { key: string; bytes: number };

export function receiveFile(artifacts: ArtifactStore, file: Readable): Promise<Taken> {
  return storeUpload({ artifacts }, { file, fileName: "", bytesMax: UPLOAD_BYTES_MAX });
}

/** Gives a file that was received to its run by a reference, or removes it again. */
export async function keepFile(
  ctx: RunnerContext & { db: Db },
  { file, fields, ...stores }: Stores & { file: Taken; fields: RunnerFile },
): Promise<{ ref: string; bytes: number }> {
  try {
    await stores.quota.assertRoom(ctx.db, ctx.orgId, file.bytes);
    const runId = await runToKeepFor(ctx, { file, fields, ...stores });
    const ref = stores.tickets.forFile(holderOf(ctx), { runId, storeKey: file.key });
    stores.quota.add(ctx.orgId, file.bytes);
    return { ref, bytes: file.bytes };
  } catch (error) {
    await stores.artifacts.remove([file.key]);
    throw error;
  }
}

async function runToKeepFor(
  ctx: RunnerContext,
  {
    file,
    fields: { kind, ticket },
    artifacts,
    tickets,
    counts,
  }: Stores & { file: Taken; fields: RunnerFile },
): Promise<string> {
  const handed = tickets.readRun(holderOf(ctx), ticket, ctx.clock.now());
  if (handed === null) {
    throw new AppError("FORBIDDEN", "This run was not handed out with your key, or too long ago.");
  }
  if (file.bytes > ARTIFACT_BYTES_MAX[kind]) {
    throw new AppError("PAYLOAD_TOO_LARGE", `This is too large for a file of kind '${kind}'.`);
  }
  if (!(await matchesKind(artifacts, { key: file.key, kind }))) {
    throw badFields([{ path: "file", message: `must be ${describeKind(kind)}, for it is a ${kind}` }]);
  }
  const { runId, attempt, lease } = handed.named;
  if (!counts.add(`${runId} ${attempt} ${lease}`)) {
    throw new AppError("BAD_REQUEST", `A run keeps at most ${FILES_OF_RUN_MAX} files; this one has them.`);
  }
  return runId;
}

/** A stored file to be answered with; what it is, whoever asks knows. */
export type NamedFile = {
  bytes: number;
  etag: string;
  open(range: ByteRange | undefined): Promise<Readable | null>;
};

/** A file that the work of this runner names. */
export async function openNamedFile(
  ctx: RunnerContext,
  { ref, artifacts, tickets }: Omit<Stores, "counts" | "quota"> & { ref: string },
): Promise<NamedFile> {
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
