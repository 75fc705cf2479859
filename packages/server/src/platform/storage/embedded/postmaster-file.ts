import { chown, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { findProcess } from "./process-status.ts";

/** The file that a running server writes to its data directory. Source: PostgreSQL, utils/pidfile.h. */
export type PostmasterFile = {
  pid: number;
  /** The data directory as passed to the server. */
  dataDir: string;
  socketDir: string;
  ready: boolean;
};

const PID_LINE = 0;
const DATA_DIR_LINE = 1;
const SOCKET_DIR_LINE = 4;
const STATUS_LINE = 7;

/** Above the maximum process ID of Linux (2^22) and macOS, so never in use. */
const NO_PID = 2 ** 22 + 1;

/** Returns the file of the server, or null if it does not exist. A killed server leaves its file behind. */
export async function readPostmasterFile(dataDir: string): Promise<PostmasterFile | null> {
  const lines = await readLines(dataDir);
  const pid = Number(lines?.[PID_LINE]);
  if (lines === null || !Number.isSafeInteger(pid) || pid <= 0) return null;
  return {
    pid,
    dataDir: lines[DATA_DIR_LINE] ?? "",
    socketDir: lines[SOCKET_DIR_LINE] ?? "",
    ready: lines[STATUS_LINE]?.trim() === "ready",
  };
}

/** Returns the state of the process in the file: `alive`, `none`, a `zombie`, or a `stranger` with a reused ID. */
export async function findPostmaster(
  file: PostmasterFile,
): Promise<"alive" | "none" | "zombie" | "stranger"> {
  const found = await findProcess(file.pid);
  if (found === null) return "none";
  if (found.zombie) return "zombie";
  const program = basename(found.command.split(" ", 1)[0] ?? "");
  return program === "postgres" && found.command.includes(file.dataDir) ? "alive" : "stranger";
}

/**
 * Removes the process ID of a dead server from its file, because PostgreSQL refuses to start while any process of the
 * same user has that ID. The rest stays: PostgreSQL uses it to detect whether a server process still uses the shared
 * memory, which protects the data.
 */
export async function deletePostmasterFile(dataDir: string): Promise<void> {
  const path = join(dataDir, "postmaster.pid");
  const lines = await readLines(dataDir);
  if (lines === null) return;
  lines[PID_LINE] = String(NO_PID);
  const owner = await stat(path);
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, lines.join("\n"), { mode: 0o600, flag: "wx" });
  await chown(draft, owner.uid, owner.gid);
  await rename(draft, path);
}

async function readLines(dataDir: string): Promise<string[] | null> {
  try {
    return (await readFile(join(dataDir, "postmaster.pid"), "utf8")).split("\n");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
