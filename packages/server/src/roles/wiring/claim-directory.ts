import { lstat, mkdir } from "node:fs/promises";

/**
 * Creates a folder in a directory that all users may write to. It is traversable for the users that scripts
 * run as. A folder that another user created in its place is rejected.
 */
export async function claimDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o711 });
  const found = await lstat(path);
  const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  if (!isOurs) throw new Error(`${path} belongs to another user; remove it, or set TMPDIR to another folder`);
}
