import type { ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import { assertNever } from "../../../platform/kernel/errors.ts";

/** What a file is by its own first bytes; never by what somebody says it is. */

export type ArtifactType = {
  contentType: string;
  extension: string;
  /** Whether a browser may show it on our origin: it can hold no script. */
  isShown: boolean;
};

/** As much of a file as tells its type. */
const HEAD_BYTES = 512;

/** The beginning of a stored file, and its size; null when it is gone. */
export async function headOf(
  artifacts: Pick<ArtifactStore, "open">,
  key: string,
): Promise<{ content: Buffer; bytes: number } | null> {
  const opened = await artifacts.open(key, { start: 0, end: HEAD_BYTES - 1 });
  if (opened === null) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of opened.stream) chunks.push(chunk);
  return { content: Buffer.concat(chunks), bytes: opened.bytes };
}

const type = (contentType: string, extension: string, isShown: boolean): ArtifactType => ({
  contentType,
  extension,
  isShown,
});
const PNG = type("image/png", "png", true);
const JPEG = type("image/jpeg", "jpg", true);
const WEBP = type("image/webp", "webp", true);
const WEBM = type("video/webm", "webm", true);
const MP4 = type("video/mp4", "mp4", true);
const ZIP = type("application/zip", "zip", false);
const HAR = type("application/json", "har", false);
const TEXT = type("text/plain; charset=utf-8", "txt", false);
/** Of a file that is none of what its kind may be: to be saved, and by no name that opens it. */
const UNKNOWN = type("application/octet-stream", "bin", false);

/** What a file of a kind is; null when it is nothing that the kind may be. */
export function typeOf(kind: ArtifactKind, head: Buffer): ArtifactType | null {
  switch (kind) {
    case "screenshot":
    case "baseline":
    case "diff":
      return imageOf(head);
    case "video":
      return videoOf(head);
    case "trace":
      // A zip of no files begins with its end.
      return startsWith(head, "504b0304") || startsWith(head, "504b0506") ? ZIP : null;
    case "har":
      return isText(head) && /^\uFEFF?\s*\{/.test(head.toString("utf8")) ? HAR : null;
    case "log":
      return isText(head) ? TEXT : null;
    default:
      return assertNever(kind);
  }
}

/** The same for a file that is there, whatever it turns out to be. */
export function typeToServe(kind: ArtifactKind, head: Buffer): ArtifactType {
  return typeOf(kind, head) ?? UNKNOWN;
}

function imageOf(head: Buffer): ArtifactType | null {
  if (startsWith(head, "89504e470d0a1a0a")) return PNG;
  if (startsWith(head, "ffd8ff")) return JPEG;
  return startsWith(head, "52494646") && textAt(head, 8) === "WEBP" ? WEBP : null;
}

function videoOf(head: Buffer): ArtifactType | null {
  // Matroska, of which WebM is a part, names its type in the header.
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
