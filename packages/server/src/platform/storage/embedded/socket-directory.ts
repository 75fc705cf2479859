import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "../../kernel/errors.ts";
import { SOCKET_PORT } from "../connection.ts";
import type { Account } from "./account.ts";

/** Maximum path length of a Unix socket: 104 bytes with terminator on macOS, 108 on Linux. Source: sys/un.h. */
const SOCKET_PATH_BYTES_MAX = 103;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/**
 * Returns the folder of the server's socket, accessible only to its owner and root: the data directory, or a temporary
 * folder if that path is too long. Removes the socket of a dead server.
 */
export async function prepareSocketDirectory(dataDir: string, account: Account): Promise<string> {
  const socketDir = chooseSocketDirectory(dataDir);
  if (socketDir !== dataDir) await makePrivate(socketDir, account);
  // Another process may have the ID in these files by now, and PostgreSQL would then refuse to start.
  await rm(join(socketDir, SOCKET_NAME), { force: true });
  await rm(join(socketDir, `${SOCKET_NAME}.lock`), { force: true });
  return socketDir;
}

/** Removes the temporary folder after a stop. */
export async function removeSocketDirectory(dataDir: string, socketDir: string): Promise<void> {
  if (socketDir !== dataDir) await rm(socketDir, { recursive: true, force: true });
}

/** Returns the folder of the socket of a data directory. */
export function chooseSocketDirectory(dataDir: string, temporary: string = tmpdir()): string {
  const name = `vedette-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`;
  const choice = [dataDir, join(temporary, name), join("/tmp", name)].find(
    (folder) => Buffer.byteLength(join(folder, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX,
  );
  // The last candidate always fits.
  return choice ?? join("/tmp", name);
}

async function makePrivate(folder: string, account: Account): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  // In a folder that everyone can write to, another user may have created it, or a link with that name.
  const found = await lstat(folder);
  const uid = process.getuid?.() ?? 0;
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== account.ownerUid)) {
    throw new StartError(
      `The folder ${folder} for PostgreSQL's socket belongs to another user: remove it, or set VEDETTE_DATA to a shorter path.`,
    );
  }
  await chmod(folder, 0o700);
  await chown(folder, account.ownerUid, account.ownerGid);
}
