import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readZip } from "../../packages/server/src/engine/checks/browser/evidence/zip.ts";

/** Traces of secrets in texts and files, in any encoding. */

/** The markers that a text contains: as they are, percent-encoded, in hex, and in base64 at any alignment. */
export function markersIn(text: string, markers: readonly string[]): string[] {
  return markers.flatMap(formsOf).filter((form) => text.includes(form));
}

function formsOf(marker: string): string[] {
  const bytes = Buffer.from(marker);
  const base64 = [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return whole.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const [first = 0] = bytes;
  return [marker, bytes.toString("hex"), ...base64, `%${first.toString(16)}${marker.slice(1)}`];
}

/** The files of a folder, and of the archives in it, that contain markers. */
export async function filesWithMarkers(folder: string, markers: readonly string[]): Promise<string[]> {
  const forms = markers.flatMap(formsOf);
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    const packed = bytes.subarray(0, 2).toString("latin1") === "PK" ? await readZip(bytes) : null;
    const texts = [bytes, ...(packed ?? []).map(({ data }) => data)].map((data) => data.toString("latin1"));
    const inFile = forms.filter((form) => texts.some((text) => text.includes(form)));
    found.push(...inFile.map((form) => `${form} in ${path}`));
  }
  return found;
}
