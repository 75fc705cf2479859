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
import { headOf, typeOf } from "./artifact-type.ts";
import { artifactView } from "./artifact-view.ts";
import { countArtifacts } from "./queries.ts";
import { type ArtifactContext, recordArtifacts } from "./service.ts";

/** Files that pipelines add to runs: kept as they come, and only if they are what they are said to be. */

/** A pipeline adds files to a run until it has this many. What the run itself leaves is never refused. */
const ARTIFACTS_OF_A_RUN_MAX = 300;

/** Refuses a run that is not there or has enough, before its file is read. */
export async function assertTakesArtifacts(
  { db, orgId }: Pick<ArtifactContext, "db" | "orgId">,
  runId: string,
): Promise<void> {
  const count = UUID_PATTERN.test(runId) ? await countArtifacts(db, orgId, runId) : null;
  if (count === null) throw notFound("run");
  if (count < ARTIFACTS_OF_A_RUN_MAX) return;
  throw new AppError(
    "BAD_REQUEST",
    `A run keeps at most ${ARTIFACTS_OF_A_RUN_MAX} artifacts; this one has them.`,
  );
}

export type TakenFile = SavedArtifact & { fileName: string };

/** Keeps the file of an upload, until it is known to whom it belongs. */
export async function takeFile(
  { artifacts }: Pick<ArtifactContext, "artifacts">,
  { file, fileName, bytesMax }: { file: Readable; fileName: string; bytesMax: number },
): Promise<TakenFile> {
  const saved = await artifacts.save(file, { bytesMax });
  if (!("fault" in saved)) return { ...saved, fileName };
  const isTooLarge = saved.fault === "too_large";
  throw new AppError(isTooLarge ? "PAYLOAD_TOO_LARGE" : "SERVICE_UNAVAILABLE", saved.message, {
    log: { artifact: saved.fault },
  });
}

/** Gives a file that was taken to a run, or removes it again. */
export async function addUpload(
  ctx: ArtifactContext & { quota: ArtifactQuota },
  { runId, file, fields }: { runId: string; file: TakenFile; fields: ArtifactForm },
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
  { runId, file, fields: { kind, name } }: { runId: string; file: TakenFile; fields: ArtifactForm },
): Promise<Artifact> {
  const mebibytes = ARTIFACT_BYTES_MAX[kind] / 1_048_576;
  if (file.bytes > ARTIFACT_BYTES_MAX[kind]) {
    throw new AppError("PAYLOAD_TOO_LARGE", `A file of kind '${kind}' may have at most ${mebibytes} MiB.`);
  }
  const head = await headOf(artifacts, file.key);
  const type = head && typeOf(kind, head.content);
  if (type === null)
    throw badFields([{ path: "file", message: `must be ${KIND_WORDS[kind]}, for it is a ${kind}` }]);
  const shownName = (name ?? file.fileName) || kind;
  const produced = { ...file, kind, name: shownName, contentType: type.contentType, stepIndex: null };
  const [row] = await recordArtifacts(db, { orgId, runId, artifacts: [produced], nowMs: clock.now() });
  if (!row) throw notFound("run");
  return artifactView(row, { serverUrl });
}

/** Whether a stored file is what it is said to be. */
export async function isOfKind(
  artifacts: ArtifactContext["artifacts"],
  { key, kind }: { key: string; kind: ArtifactKind },
): Promise<boolean> {
  const head = await headOf(artifacts, key);
  return head !== null && typeOf(kind, head.content) !== null;
}

export function wordsOfKind(kind: ArtifactKind): string {
  return KIND_WORDS[kind];
}

const KIND_WORDS: Record<ArtifactKind, string> = {
  screenshot: "a PNG, JPEG or WebP image",
  baseline: "a PNG, JPEG or WebP image",
  diff: "a PNG, JPEG or WebP image",
  trace: "a zip file",
  video: "a WebM or MP4 video",
  har: "a JSON object",
  log: "text",
};
