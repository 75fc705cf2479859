import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { NOBODY } from "../../../src/platform/storage/embedded/account.ts";
import type { TlsLeaf } from "../../tls-fixtures.ts";
import type { RunningProgram } from "../program.ts";

/** The folder of a server program, with `key.pem` and `cert.pem`. */
export type ServiceFolder = {
  /** Returns the path of a file in it. */
  path(name: string): string;
  /** Writes a file and returns its path. */
  write(name: string, text: string): Promise<string>;
  remove(): Promise<void>;
};

/** Readable by all, because some servers give up the rights of root. */
export async function createServiceFolder(name: string, leaf?: TlsLeaf): Promise<ServiceFolder> {
  const folder = await mkdtemp(join(tmpdir(), `vedette-${name}-`));
  await chmod(folder, 0o755);
  const path = (file: string) => join(folder, file);
  const write = async (file: string, text: string) => {
    await writeFile(path(file), text);
    return path(file);
  };
  if (leaf !== undefined) await Promise.all([write("key.pem", leaf.key), write("cert.pem", leaf.cert)]);
  return { path, write, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The account of programs that do not run as root; undefined if this process is not root either. */
export const UNPRIVILEGED_UID = process.getuid?.() === 0 ? NOBODY : undefined;

/** Gives the folder, or a file in it, to that account. */
export async function giveAway(folder: ServiceFolder, ...names: readonly string[]): Promise<void> {
  if (UNPRIVILEGED_UID === undefined) return;
  for (const name of names) await chown(folder.path(name), UNPRIVILEGED_UID, UNPRIVILEGED_UID);
}

/** Returns what stops a program and removes its folder. */
export function stopAll(folder: ServiceFolder, ...programs: readonly RunningProgram[]) {
  return async () => {
    await Promise.all(programs.map((program) => program.stop()));
    await folder.remove();
  };
}
