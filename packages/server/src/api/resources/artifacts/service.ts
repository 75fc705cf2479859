import type { Readable } from "node:stream";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { ArtifactKind, ArtifactLink } from "@vedette/contract/runs/artifacts.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isLinkGood, LINK_SECONDS, signLink } from "./artifact-link.ts";
import { type ArtifactType, headOf, typeToServe } from "./artifact-type.ts";
import { artifactUrl } from "./artifact-view.ts";
import {
  type ArtifactRow,
  findArtifact,
  findSignedArtifact,
  insertArtifacts,
  listArtifacts,
} from "./queries.ts";

/** How other resources show artifacts. */
export { artifactUrl, artifactView } from "./artifact-view.ts";
export type { ArtifactRow } from "./queries.ts";

/**
 * Artifacts: which files a run has, and who may have them. Never trusts what a file is said to be, and tells
 * nobody its key.
 */

export type ArtifactContext = {
  db: Db;
  orgId: OrgId;
  clock: Clock;
  serverUrl: string;
  artifacts: ArtifactStore;
};

/** A file to be answered with. */
export type OpenArtifact = {
  id: string;
  type: ArtifactType;
  fileName: string;
  bytes: number;
  open(range: { start: number; end: number } | undefined): Promise<Readable | null>;
};

export async function openArtifact(
  { db, orgId, artifacts }: Pick<ArtifactContext, "db" | "orgId" | "artifacts">,
  id: string,
): Promise<OpenArtifact> {
  return openRow(artifacts, await getArtifact(db, orgId, id));
}

/** The same for whoever has a link. */
export async function openLinkedArtifact(
  { db, artifacts, clock, secret }: Pick<ArtifactContext, "db" | "artifacts" | "clock"> & { secret: string },
  link: { id: string; expires: number; signature: string },
): Promise<OpenArtifact> {
  // Before the artifact is looked up: a forged link learns nothing of what there is.
  if (!isLinkGood(secret, { ...link, nowMs: clock.now() })) {
    throw new AppError("FORBIDDEN", "This link is not valid, or not any more. Ask for a new one.");
  }
  const row = await findSignedArtifact(db, link.id);
  if (!row) throw notFound("artifact");
  return openRow(artifacts, row);
}

export async function linkArtifact(
  { db, orgId, clock, serverUrl, artifacts, secret }: ArtifactContext & { secret: string },
  id: string,
): Promise<ArtifactLink> {
  const row = await getArtifact(db, orgId, id);
  const { expires, signature } = signLink(secret, { id, nowMs: clock.now() });
  const url =
    artifacts.link === null
      ? `${artifactUrl(serverUrl, id)}/content?expires=${expires}&signature=${signature}`
      : await storeLink(artifacts.link, await openRow(artifacts, row), row.key);
  return { url, expires_at: new Date(expires * 1_000).toISOString() };
}

/** An address of the store itself, which gives the file as the type that we found it to be. */
function storeLink(
  link: NonNullable<ArtifactStore["link"]>,
  { type: { contentType }, fileName }: OpenArtifact,
  key: string,
): Promise<string> {
  return link(key, { contentType, fileName, seconds: LINK_SECONDS });
}

/** A stored file, as a runner tells of it. */
export type NewArtifact = {
  key: string;
  kind: ArtifactKind;
  name: string;
  contentType: string;
  bytes: number;
  stepIndex: number | null;
  label?: string;
};

/** Gives stored files to a run; nothing where the run is gone by now. The rows come in the order of the files. */
export async function recordArtifacts(
  db: Db,
  {
    orgId,
    runId,
    artifacts,
    nowMs,
  }: { orgId: OrgId; runId: string; artifacts: readonly NewArtifact[]; nowMs: number },
): Promise<ArtifactRow[]> {
  if (artifacts.length === 0) return [];
  const rows = artifacts.map((artifact) => ({
    id: newId(nowMs),
    org_id: orgId,
    run_id: runId,
    kind: artifact.kind,
    name: storable(artifact.name),
    content_type: artifact.contentType,
    bytes: artifact.bytes,
    key: artifact.key,
    step_index: artifact.stepIndex,
    label: artifact.label === undefined ? null : storable(artifact.label),
    created_at: new Date(nowMs),
  }));
  return (await insertArtifacts(db, orgId, rows)) === rows.length ? rows : [];
}

const NAME_LENGTH_MAX = 200;

/** Names come from pages and from other people's files: PostgreSQL takes no NUL and no half of a pair. */
function storable(name: string): string {
  return name
    .replaceAll(/\p{Cc}/gu, "")
    .slice(0, NAME_LENGTH_MAX)
    .toWellFormed();
}

/** The artifacts of runs, in the order of their making. */
export async function artifactsOfRuns(
  { db, orgId }: Pick<ArtifactContext, "db" | "orgId">,
  runIds: readonly string[],
): Promise<Map<string, ArtifactRow[]>> {
  const byRun = new Map<string, ArtifactRow[]>(runIds.map((id) => [id, []]));
  for (const row of await listArtifacts(db, orgId, runIds)) byRun.get(row.run_id)?.push(row);
  return byRun;
}

async function getArtifact(db: Db, orgId: OrgId, id: string): Promise<ArtifactRow> {
  const row = UUID_PATTERN.test(id) ? await findArtifact(db, orgId, id) : null;
  if (!row) throw notFound("artifact");
  return row;
}

async function openRow(
  artifacts: ArtifactStore,
  { id, key, kind, name }: ArtifactRow,
): Promise<OpenArtifact> {
  const head = await headOf(artifacts, key);
  if (head === null) throw notFound("artifact any more: its file is gone");
  const type = typeToServe(kind, head.content);
  return {
    id,
    type,
    fileName: fileNameOf(name, type),
    bytes: head.bytes,
    open: async (range) => (await artifacts.open(key, range))?.stream ?? null,
  };
}

const FILE_NAME_LENGTH_MAX = 100;

/** Letters, digits, dots and dashes, ending in what the file is: a name that is safe in a header and on a disk. */
function fileNameOf(name: string, { extension }: ArtifactType): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+/, "");
  const base = plain.slice(0, FILE_NAME_LENGTH_MAX) || "artifact";
  return base.toLowerCase().endsWith(`.${extension}`) ? base : `${base}.${extension}`;
}
