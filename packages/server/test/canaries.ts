import { readZip } from "../src/engine/checks/browser/evidence/zip.ts";

/**
 * Secrets that each contain a marker without characters that need escaping, and a search for the markers in
 * the files of a run.
 */
export const CANARIES: Readonly<Record<string, string>> = {
  PLAIN: "Qz7Canary8Vb",
  AWKWARD: `p@ss Xw4Canary w+rd/&\\"<é>"'=%41`,
  PEM: "-----BEGIN KEY-----\nMIIEvgCanary3Kp\nkq+h/=\n-----END KEY-----\n",
  ACCOUNT: JSON.stringify({ type: "service_account", key: "-----BEGIN\nRt5CanaryPw\n" }, null, 2),
  DOMAIN: "CORP\\nLw6CanaryTu",
};

const MARKERS = ["Qz7Canary8Vb", "Xw4Canary", "MIIEvgCanary3Kp", "Rt5CanaryPw", "Lw6CanaryTu"];

/**
 * Searches for the markers in plain, hex and base64 form, also within archives, and returns them with the
 * file name.
 */
export async function findCanaries(files: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, bytes] of files) {
    const entries = name.endsWith(".zip") ? await readZip(bytes) : [];
    if (entries === null) throw new Error(`${name} cannot be read`);
    for (const entry of entries) found.push(...findMarkers(`${name}/${entry.name}`, entry.data));
    if (entries.length === 0) found.push(...findMarkers(name, bytes));
  }
  return found;
}

function findMarkers(name: string, bytes: Buffer): string[] {
  const text = `${name}\n${bytes.toString("latin1")}`.toLowerCase();
  return ENCODED_MARKERS.flatMap(({ marker, form }) => {
    const at = text.indexOf(form);
    return at < 0 ? [] : [`${marker} in ${name}: …${text.slice(Math.max(0, at - 80), at + 80)}…`];
  });
}

const ENCODED_MARKERS = MARKERS.flatMap((marker) =>
  [marker, Buffer.from(marker).toString("hex"), ...base64Forms(marker)].map((form) => ({
    marker,
    form: form.toLowerCase(),
  })),
);

function base64Forms(marker: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(marker)]).toString("base64");
    return encoded.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + marker.length) * 8) / 6));
  });
}
