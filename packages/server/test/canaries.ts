import { readZip } from "../src/engine/checks/browser/evidence/zip.ts";

/** Secrets with a mark in each that no escape changes, and the search for these marks in whatever a run leaves. */
export const CANARIES: Readonly<Record<string, string>> = {
  PLAIN: "Qz7Canary8Vb",
  AWKWARD: `p@ss Xw4Canary w+rd/&\\"<é>"'=%41`,
  PEM: "-----BEGIN KEY-----\nMIIEvgCanary3Kp\nkq+h/=\n-----END KEY-----\n",
  ACCOUNT: JSON.stringify({ type: "service_account", key: "-----BEGIN\nRt5CanaryPw\n" }, null, 2),
  DOMAIN: "CORP\\nLw6CanaryTu",
};

const MARKS = ["Qz7Canary8Vb", "Xw4Canary", "MIIEvgCanary3Kp", "Rt5CanaryPw", "Lw6CanaryTu"];

/** The marks in any usual writing that a file holds, also within archives, with the name of the entry. */
export async function canariesIn(files: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, bytes] of files) {
    const entries = name.endsWith(".zip") ? await readZip(bytes) : [];
    if (entries === null) throw new Error(`${name} cannot be read`);
    for (const entry of entries) found.push(...marksIn(`${name}/${entry.name}`, entry.data));
    if (entries.length === 0) found.push(...marksIn(name, bytes));
  }
  return found;
}

function marksIn(name: string, bytes: Buffer): string[] {
  const text = `${name}\n${bytes.toString("latin1")}`.toLowerCase();
  return FORMS.flatMap(({ mark, form }) => {
    const at = text.indexOf(form);
    return at < 0 ? [] : [`${mark} in ${name}: …${text.slice(Math.max(0, at - 80), at + 80)}…`];
  });
}

const FORMS = MARKS.flatMap((mark) =>
  [mark, Buffer.from(mark).toString("hex"), ...base64Cores(mark)].map((form) => ({
    mark,
    form: form.toLowerCase(),
  })),
);

function base64Cores(mark: string): string[] {
  return [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), Buffer.from(mark)]).toString("base64");
    return whole.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + mark.length) * 8) / 6));
  });
}
