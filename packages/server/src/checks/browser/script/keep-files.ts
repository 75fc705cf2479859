import type { ArtifactKind } from "@vedette/contract/artifacts.ts";
import type { Masker } from "../../../kernel/mask.ts";
import type { Artifacts } from "../artifacts.ts";

/** What a script attached to a test, as it came out of the sandbox. */
export type ScriptFile = { testId: number; name: string; contentType: string; bytes: Buffer };

/** What a file is by its first bytes; whatever it calls itself, nothing else is kept. */
const FORMS: readonly {
  kind: ArtifactKind;
  ending: string;
  contentType: string;
  begins: readonly number[];
}[] = [
  { kind: "screenshot", ending: "png", contentType: "image/png", begins: [0x89, 0x50, 0x4e, 0x47] },
  { kind: "screenshot", ending: "jpg", contentType: "image/jpeg", begins: [0xff, 0xd8, 0xff] },
  { kind: "trace", ending: "zip", contentType: "application/zip", begins: [0x50, 0x4b, 0x03, 0x04] },
  { kind: "video", ending: "webm", contentType: "video/webm", begins: [0x1a, 0x45, 0xdf, 0xa3] },
];

/**
 * Keeps a run's files under names of our own. Gives the key of the last picture of each step, which is the one that
 * Playwright takes at a failure.
 */
export async function keepFiles(
  files: readonly ScriptFile[],
  {
    artifacts,
    stepOfTest,
    mask,
  }: { artifacts: Artifacts; stepOfTest: ReadonlyMap<number, number>; mask: Masker },
): Promise<Map<number, string>> {
  const pictures = new Map<number, string>();
  const counts = new Map<string, number>();
  for (const { testId, bytes, contentType } of files) {
    const form = formOf(bytes, contentType);
    if (form === null) continue;
    const count = (counts.get(form.kind) ?? 0) + 1;
    counts.set(form.kind, count);
    const stepIndex = stepOfTest.get(testId) ?? null;
    const name = `${form.kind}-${count}.${form.ending}`;
    const source = form.kind === "log" ? Buffer.from(mask(bytes.toString("utf8"))) : bytes;
    const key = await artifacts.keep(
      { kind: form.kind, name, contentType: form.contentType, stepIndex },
      source,
    );
    if (key !== null && form.kind === "screenshot" && stepIndex !== null) pictures.set(stepIndex, key);
  }
  return pictures;
}

function formOf(bytes: Buffer, contentType: string): Omit<(typeof FORMS)[number], "begins"> | null {
  const found = FORMS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  if (found) return found;
  // Notes of the script, and what Playwright says of the page at a failure.
  if (!/^(?:text\/|application\/json)/.test(contentType)) return null;
  return { kind: "log", ending: "txt", contentType: "text/plain; charset=utf-8" };
}
