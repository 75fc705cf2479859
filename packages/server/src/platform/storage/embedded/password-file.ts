import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Where the password of the server in `dataDir` is kept. */
export function passwordPath(dataDir: string): string {
  return `${dataDir}.password`;
}

/** The password of the server in `dataDir`; null where there is none. */
export async function readPassword(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(passwordPath(dataDir), "utf8")).trim() || null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** The file is there as a whole, or not at all, whatever is killed meanwhile. */
export async function writePassword(dataDir: string, password: string): Promise<void> {
  const path = passwordPath(dataDir);
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(`${password}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}
