import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readZip } from "../../packages/server/src/engine/checks/browser/evidence/zip.ts";

/** Searches texts and files for markers: texts that only secrets contain. */

/** The markers in a text: plain, percent-encoded, in hex, and in base64 at any alignment. */
export function findMarkers(text: string, markers: readonly string[]): string[] {
  return markers.flatMap(encodedForms).filter((form) => text.includes(form));
}

function encodedForms(marker: string): string[] {
  const bytes = Buffer.from(marker);
  const base64 = [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return whole.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const [first = 0] = bytes;
  return [marker, bytes.toString("hex"), ...base64, `%${first.toString(16)}${marker.slice(1)}`];
}

/** The markers in the files of a folder and in its archives, with the paths. */
export async function findMarkersInFiles(folder: string, markers: readonly string[]): Promise<string[]> {
  const forms = markers.flatMap(encodedForms);
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    const archive = bytes.subarray(0, 2).toString("latin1") === "PK" ? await readZip(bytes) : null;
    const texts = [bytes, ...(archive ?? []).map(({ data }) => data)].map((data) => data.toString("latin1"));
    const inFile = forms.filter((form) => texts.some((text) => text.includes(form)));
    found.push(...inFile.map((form) => `${form} in ${path}`));
  }
  return found;
}
