import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Returns the path of the password file of the server in `dataDir`. */
export function passwordPath(dataDir: string): string {
  return `${dataDir}.password`;
}

/** Returns the password of the server in `dataDir`, or null if there is none. */
export async function readPassword(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(passwordPath(dataDir), "utf8")).trim() || null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Writes the file atomically, even if the process is killed. */
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
