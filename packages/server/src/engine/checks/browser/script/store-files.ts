import { isUtf8 } from "node:buffer";
import type { ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import type { Masker } from "../../../../platform/masking/mask.ts";
import { storableText } from "../../storable-text.ts";
import type { Artifacts } from "../evidence/artifacts.ts";
import { VIDEO_WITH_SECRETS } from "../evidence/video.ts";
import { reencodeImages } from "../scrub/reencode-images.ts";
import { scrubTrace } from "../scrub/scrub-trace.ts";

/** A file that a script attached to a test, as received from the sandbox. */
export type ScriptFile = { testId: number; name: string; contentType: string; bytes: Buffer };

type FileType = { kind: ArtifactKind; ending: string; contentType: string };

/** File types by their first bytes; a file of any other type is dropped, no matter what it claims to be. */
const FILE_TYPES: readonly (FileType & { begins: readonly number[] })[] = [
  { kind: "screenshot", ending: "png", contentType: "image/png", begins: [0x89, 0x50, 0x4e, 0x47] },
  { kind: "screenshot", ending: "jpg", contentType: "image/jpeg", begins: [0xff, 0xd8, 0xff] },
  { kind: "trace", ending: "zip", contentType: "application/zip", begins: [0x50, 0x4b, 0x03, 0x04] },
  { kind: "video", ending: "webm", contentType: "video/webm", begins: [0x1a, 0x45, 0xdf, 0xa3] },
];

export type StoreRules = {
  artifacts: Artifacts;
  stepOfTest: ReadonlyMap<number, number>;
  mask: Masker;
  /** Whether there is anything to mask. */
  hasSecrets: boolean;
  /** Whether videos may be kept, which cannot be masked. */
  allowsVideo: boolean;
  signal?: AbortSignal;
};

/**
 * `screenshots` are the keys of the last screenshot of each step, which is the one that Playwright takes at a
 * failure.
 */
export type StoredFiles = { screenshots: Map<number, string>; notes: string[] };

/**
 * Stores a run's files under generated names, without the secrets of the run: texts and traces are masked,
 * images are decoded and encoded again. A file that cannot be read is dropped with a note.
 */
export async function storeFiles(files: readonly ScriptFile[], rules: StoreRules): Promise<StoredFiles> {
  const named = nameFiles(files);
  const reencoded = await reencodeAllImages(named, rules.signal);
  const stored: StoredFiles = { screenshots: new Map(), notes: [] };
  for (const { file, form, name } of named) {
    const source = reencoded.get(file) ?? (await scrubFile(file.bytes, form, rules));
    if ("error" in source || form === null) {
      stored.notes.push(`${name} was not kept: ${"error" in source ? source.error : UNKNOWN_TYPE}`);
      continue;
    }
    const stepIndex = rules.stepOfTest.get(file.testId) ?? null;
    const { kind, contentType } = form;
    const key = await rules.artifacts.store({ kind, name, contentType, stepIndex }, source.bytes);
    if (key !== null && kind === "screenshot" && stepIndex !== null) stored.screenshots.set(stepIndex, key);
  }
  return stored;
}

type NamedFile = { file: ScriptFile; form: FileType | null; name: string };

function nameFiles(files: readonly ScriptFile[]): NamedFile[] {
  const counts = new Map<string, number>();
  return files.map((file) => {
    const form = detectType(file);
    const kind = form?.kind ?? "attachment";
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = form === null ? `attachment "${file.name}"` : `${kind}-${count}.${form.ending}`;
    return { file, form, name };
  });
}

function detectType({ bytes, contentType }: ScriptFile): FileType | null {
  const found = FILE_TYPES.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  if (found) return found;
  // Notes of the script, and what Playwright says about the page at a failure.
  if (!/^(?:text\/|application\/json)/.test(contentType)) return null;
  return { kind: "log", ending: "txt", contentType: "text/plain; charset=utf-8" };
}

type Scrubbed = { bytes: Buffer } | { error: string };

const UNKNOWN_TYPE = "it is not a text, image, trace or video";
async function reencodeAllImages(
  files: readonly NamedFile[],
  signal: AbortSignal | undefined,
): Promise<Map<ScriptFile, Scrubbed>> {
  const screenshots = files.filter(({ form }) => form?.kind === "screenshot").map(({ file }) => file);
  const reencoded = await reencodeImages(
    screenshots.map(({ bytes }) => bytes),
    signal,
  );
  return new Map(
    screenshots.map((file, index) => {
      const bytes = reencoded[index];
      return [file, bytes ? { bytes } : { error: "it is not a readable image" }];
    }),
  );
}

async function scrubFile(bytes: Buffer, form: FileType | null, rules: StoreRules): Promise<Scrubbed> {
  const { mask, hasSecrets, allowsVideo } = rules;
  switch (form?.kind) {
    case "log":
      if (!isUtf8(bytes) || bytes.includes(0)) return { error: "it is not UTF-8 text" };
      return { bytes: Buffer.from(mask(bytes.toString("utf8"))) };
    case "trace": {
      if (!hasSecrets) return { bytes };
      const show = (text: string, lengthMax?: number) => storableText(mask(text, lengthMax));
      const trace = await scrubTrace(bytes, { show, hasSecrets });
      return trace === null ? { error: "the archive cannot be read" } : { bytes: trace };
    }
    case "video":
      return allowsVideo ? { bytes } : { error: VIDEO_WITH_SECRETS };
    default:
      return { error: UNKNOWN_TYPE };
  }
}
