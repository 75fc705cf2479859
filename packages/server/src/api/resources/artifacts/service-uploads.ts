import type { Readable } from "node:stream";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  ARTIFACT_BYTES_MAX,
  type Artifact,
  type ArtifactForm,
  type ArtifactKind,
} from "@vedette/contract/runs/artifacts.ts";
import type { ArtifactQuota } from "../../../pipeline/runs/artifact-quota.ts";
import type { SavedArtifact } from "../../../platform/artifacts/artifact-store.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { detectType, readHead } from "./artifact-type.ts";
import { artifactView } from "./artifact-view.ts";
import { countArtifacts } from "./queries.ts";
import { type ArtifactContext, recordArtifacts } from "./service.ts";

/** Files that pipelines upload to runs. A file is accepted only if its content matches its kind. */

/**
 * Maximum number of artifacts up to which a pipeline may add files. Artifacts that the run itself produces
 * are never rejected.
 */
const ARTIFACTS_PER_RUN_MAX = 300;

/** Rejects an upload to an unknown or full run before the file is read. */
export async function assertAcceptsArtifacts(
  { db, orgId }: Pick<ArtifactContext, "db" | "orgId">,
  runId: string,
): Promise<void> {
  const count = UUID_PATTERN.test(runId) ? await countArtifacts(db, orgId, runId) : null;
  if (count === null) throw notFound("run");
  if (count < ARTIFACTS_PER_RUN_MAX) return;
  throw new AppError(
    "BAD_REQUEST",
    `A run has at most ${ARTIFACTS_PER_RUN_MAX} artifacts, and this run has reached the limit.`,
  );
}

export type StoredUpload = SavedArtifact & { fileName: string };

/** Stores the file of an upload before the other fields are known. */
export async function storeUpload(
  { artifacts }: Pick<ArtifactContext, "artifacts">,
  { file, fileName, bytesMax }: { file: Readable; fileName: string; bytesMax: number },
): Promise<StoredUpload> {
  const saved = await artifacts.save(file, { bytesMax });
  if (!("error" in saved)) return { ...saved, fileName };
  const isTooLarge = saved.error === "too_large";
  throw new AppError(isTooLarge ? "PAYLOAD_TOO_LARGE" : "SERVICE_UNAVAILABLE", saved.message, {
    log: { artifact: saved.error },
  });
}

/** Adds a stored upload to a run, or deletes it on failure. */
export async function addUpload(
  ctx: ArtifactContext & { quota: ArtifactQuota },
  { runId, file, fields }: { runId: string; file: StoredUpload; fields: ArtifactForm },
): Promise<Artifact> {
  try {
    await ctx.quota.assertRoom(ctx.db, ctx.orgId, file.bytes);
    const added = await addToRun(ctx, { runId, file, fields });
    ctx.quota.add(ctx.orgId, file.bytes);
    return added;
  } catch (error) {
    await ctx.artifacts.remove([file.key]);
    throw error;
  }
}

async function addToRun(
  { db, orgId, clock, serverUrl, artifacts }: ArtifactContext,
  { runId, file, fields: { kind, name } }: { runId: string; file: StoredUpload; fields: ArtifactForm },
): Promise<Artifact> {
  const mebibytes = ARTIFACT_BYTES_MAX[kind] / 1_048_576;
  if (file.bytes > ARTIFACT_BYTES_MAX[kind]) {
    throw new AppError("PAYLOAD_TOO_LARGE", `A file of kind '${kind}' must not exceed ${mebibytes} MiB.`);
  }
  const head = await readHead(artifacts, file.key);
  const type = head && detectType(kind, head.content);
  if (type === null)
    throw badFields([{ path: "file", message: `must be ${KIND_LABELS[kind]} for the kind '${kind}'` }]);
  const displayName = (name ?? file.fileName) || kind;
  const produced = { ...file, kind, name: displayName, contentType: type.contentType, stepIndex: null };
  const [row] = await recordArtifacts(db, { orgId, runId, artifacts: [produced], nowMs: clock.now() });
  if (!row) throw notFound("run");
  return artifactView(row, { serverUrl });
}

/** Returns whether the content of a stored file matches its kind. */
export async function matchesKind(
  artifacts: ArtifactContext["artifacts"],
  { key, kind }: { key: string; kind: ArtifactKind },
): Promise<boolean> {
  const head = await readHead(artifacts, key);
  return head !== null && detectType(kind, head.content) !== null;
}

export function describeKind(kind: ArtifactKind): string {
  return KIND_LABELS[kind];
}

const KIND_LABELS: Record<ArtifactKind, string> = {
  screenshot: "a PNG, JPEG or WebP image",
  baseline: "a PNG, JPEG or WebP image",
  diff: "a PNG, JPEG or WebP image",
  trace: "a zip file",
  video: "a WebM or MP4 video",
  har: "a JSON object",
  log: "text",
};
