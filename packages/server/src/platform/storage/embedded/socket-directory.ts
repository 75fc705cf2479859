import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "../../kernel/errors.ts";
import { SOCKET_PORT } from "../connection.ts";
import type { Account } from "./account.ts";

/** Longest path of a Unix socket: 104 bytes with its end on macOS, 108 on Linux. Source: sys/un.h. */
const SOCKET_PATH_BYTES_MAX = 103;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/**
 * The folder of the server's socket, open to nobody but its owner (and root): the data directory, or
 * where that path is too long one of the system's temporary folder. Clears it of a dead server's socket.
 */
export async function prepareSocketDirectory(dataDir: string, account: Account): Promise<string> {
  const socketDir = chooseSocketDirectory(dataDir);
  if (socketDir !== dataDir) await makePrivate(socketDir, account);
  // Their process id may be another process by now, for which PostgreSQL would refuse to start.
  await rm(join(socketDir, SOCKET_NAME), { force: true });
  await rm(join(socketDir, `${SOCKET_NAME}.lock`), { force: true });
  return socketDir;
}

/** Leaves nothing in the temporary folder after a stop. */
export async function removeSocketDirectory(dataDir: string, socketDir: string): Promise<void> {
  if (socketDir !== dataDir) await rm(socketDir, { recursive: true, force: true });
}

/** Where the socket of a data directory is. */
export function chooseSocketDirectory(dataDir: string, temporary: string = tmpdir()): string {
  const name = `vedette-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`;
  const choice = [dataDir, join(temporary, name), join("/tmp", name)].find(
    (folder) => Buffer.byteLength(join(folder, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX,
  );
  // The last of them always fits.
  return choice ?? join("/tmp", name);
}

async function makePrivate(folder: string, account: Account): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  // In a folder that all may write to, somebody else may have made it, or a link of that name.
  const found = await lstat(folder);
  const uid = process.getuid?.() ?? 0;
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== account.ownerUid)) {
    throw new StartError(
      `The folder ${folder} for PostgreSQL's socket belongs to somebody else: remove it, or set VEDETTE_DATA to a shorter path.`,
    );
  }
  await chmod(folder, 0o700);
  await chown(folder, account.ownerUid, account.ownerGid);
}
