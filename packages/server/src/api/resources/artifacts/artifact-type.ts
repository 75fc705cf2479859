import type { ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import { assertNever } from "../../../platform/kernel/errors.ts";

/** Detects the type of a file from its first bytes. Ignores the type that the client declared. */

export type ArtifactType = {
  contentType: string;
  extension: string;
  /** Whether a browser may display the file on our origin. Only for types that cannot contain scripts. */
  isInline: boolean;
};

/** Number of bytes that identify the type of a file. */
const HEAD_BYTES = 512;

/** Returns the first bytes of a stored file and its size; null if the file no longer exists. */
export async function readHead(
  artifacts: Pick<ArtifactStore, "open">,
  key: string,
): Promise<{ content: Buffer; bytes: number } | null> {
  const opened = await artifacts.open(key, { start: 0, end: HEAD_BYTES - 1 });
  if (opened === null) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of opened.stream) chunks.push(chunk);
  return { content: Buffer.concat(chunks), bytes: opened.bytes };
}

const type = (contentType: string, extension: string, isInline: boolean): ArtifactType => ({
  contentType,
  extension,
  isInline,
});
const PNG = type("image/png", "png", true);
const JPEG = type("image/jpeg", "jpg", true);
const WEBP = type("image/webp", "webp", true);
const WEBM = type("video/webm", "webm", true);
const MP4 = type("video/mp4", "mp4", true);
const ZIP = type("application/zip", "zip", false);
const HAR = type("application/json", "har", false);
const TEXT = type("text/plain; charset=utf-8", "txt", false);
/** For a file that does not match its kind: downloaded under an extension that no program opens. */
const UNKNOWN = type("application/octet-stream", "bin", false);

/** Returns the type of a file; null if the file does not match its kind. */
export function detectType(kind: ArtifactKind, head: Buffer): ArtifactType | null {
  switch (kind) {
    case "screenshot":
    case "baseline":
    case "diff":
      return imageOf(head);
    case "video":
      return videoOf(head);
    case "trace":
      // An empty zip file starts with the end of central directory record.
      return startsWith(head, "504b0304") || startsWith(head, "504b0506") ? ZIP : null;
    case "har":
      return isText(head) && /^\uFEFF?\s*\{/.test(head.toString("utf8")) ? HAR : null;
    case "log":
      return isText(head) ? TEXT : null;
    default:
      return assertNever(kind);
  }
}

/** Returns the type under which a stored file is served, even if it does not match its kind. */
export function servedType(kind: ArtifactKind, head: Buffer): ArtifactType {
  return detectType(kind, head) ?? UNKNOWN;
}

function imageOf(head: Buffer): ArtifactType | null {
  if (startsWith(head, "89504e470d0a1a0a")) return PNG;
  if (startsWith(head, "ffd8ff")) return JPEG;
  return startsWith(head, "52494646") && textAt(head, 8) === "WEBP" ? WEBP : null;
}

function videoOf(head: Buffer): ArtifactType | null {
  // WebM is a subset of Matroska. The header names the document type.
  if (startsWith(head, "1a45dfa3")) return head.includes("webm") ? WEBM : null;
  return textAt(head, 4) === "ftyp" ? MP4 : null;
}

function startsWith(head: Buffer, hex: string): boolean {
  return head.subarray(0, hex.length / 2).toString("hex") === hex;
}

function textAt(head: Buffer, start: number): string {
  return head.toString("latin1", start, start + 4);
}

function isText(head: Buffer): boolean {
  return !head.includes(0);
}
