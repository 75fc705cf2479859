import type { Readable } from "node:stream";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { ArtifactKind, ArtifactLink } from "@vedette/contract/runs/artifacts.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isValidLink, LINK_SECONDS, signLink } from "./artifact-link.ts";
import { type ArtifactType, readHead, servedType } from "./artifact-type.ts";
import { artifactUrl } from "./artifact-view.ts";
import {
  type ArtifactRow,
  findArtifact,
  findSignedArtifact,
  insertArtifacts,
  listArtifacts,
} from "./queries.ts";

/** For other resources that return artifacts. */
export { artifactUrl, artifactView } from "./artifact-view.ts";
export type { ArtifactRow } from "./queries.ts";

/**
 * Artifacts: the files of runs, and access to them. Never trusts the declared type of a file and never returns its
 * storage key.
 */

export type ArtifactContext = {
  db: Db;
  orgId: OrgId;
  clock: Clock;
  serverUrl: string;
  artifacts: ArtifactStore;
};

/** A stored file that is ready to be served. */
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

/** Opens an artifact for a request with a signed link. */
export async function openLinkedArtifact(
  { db, artifacts, clock, secret }: Pick<ArtifactContext, "db" | "artifacts" | "clock"> & { secret: string },
  link: { id: string; expires: number; signature: string },
): Promise<OpenArtifact> {
  // The signature is checked before the lookup, so that a forged link does not reveal whether the artifact
  // exists.
  if (!isValidLink(secret, { ...link, nowMs: clock.now() })) {
    throw new AppError("FORBIDDEN", "This link is not valid or has expired. Request a new one.");
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

/** Returns a URL of the artifact store that serves the file with the detected content type. */
function storeLink(
  link: NonNullable<ArtifactStore["link"]>,
  { type: { contentType }, fileName }: OpenArtifact,
  key: string,
): Promise<string> {
  return link(key, { contentType, fileName, seconds: LINK_SECONDS });
}

/** A stored file, as reported by a runner. */
export type NewArtifact = {
  key: string;
  kind: ArtifactKind;
  name: string;
  contentType: string;
  bytes: number;
  stepIndex: number | null;
  label?: string;
};

/**
 * Adds stored files to a run and returns the rows in the order of the files. Returns nothing if the run no
 * longer exists.
 */
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
    name: toStorableText(artifact.name),
    content_type: artifact.contentType,
    bytes: artifact.bytes,
    key: artifact.key,
    step_index: artifact.stepIndex,
    label: artifact.label === undefined ? null : toStorableText(artifact.label),
    created_at: new Date(nowMs),
  }));
  return (await insertArtifacts(db, orgId, rows)) === rows.length ? rows : [];
}

const NAME_LENGTH_MAX = 200;

/** Names may come from pages or from uploaded files. PostgreSQL rejects NUL and unpaired surrogates. */
function toStorableText(name: string): string {
  return name
    .replaceAll(/\p{Cc}/gu, "")
    .slice(0, NAME_LENGTH_MAX)
    .toWellFormed();
}

/** Returns the artifacts of each run, oldest first. */
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
  const head = await readHead(artifacts, key);
  if (head === null) throw notFound("artifact file");
  const type = servedType(kind, head.content);
  return {
    id,
    type,
    fileName: safeFileName(name, type),
    bytes: head.bytes,
    open: async (range) => (await artifacts.open(key, range))?.stream ?? null,
  };
}

const FILE_NAME_LENGTH_MAX = 100;

/**
 * Returns a name that is safe in a header and on a disk: letters, digits, dots and dashes, with the extension
 * of the type.
 */
function safeFileName(name: string, { extension }: ArtifactType): string {
  const sanitized = name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+/, "");
  const base = sanitized.slice(0, FILE_NAME_LENGTH_MAX) || "artifact";
  return base.toLowerCase().endsWith(`.${extension}`) ? base : `${base}.${extension}`;
}
