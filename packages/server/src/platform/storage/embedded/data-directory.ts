import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { type Account, NOBODY, POSTGRES_UID, runProgram } from "./account.ts";
import { POSTGRES_MAJOR } from "./binaries.ts";
import { explainFailure } from "./server-log.ts";

/** initdb takes one second on the reference machine, mostly waiting for the disk. */
const INITDB_TIMEOUT_MS = 120_000;

/** Rejects a data directory that this user or this PostgreSQL version must not use. Writes nothing. */
export async function assertDataDirectoryUsable(dataDir: string): Promise<void> {
  const uid = process.getuid?.() ?? 0;
  const owner = await ownerOf(dataDir);
  if (owner === null) return;
  if (owner !== uid && !(uid === 0 && (owner === POSTGRES_UID || owner === NOBODY))) {
    throw new StartError(
      `The data directory ${dataDir} belongs to user ${owner}, but Vedette runs as user ${uid}: start it as that user, or change the owner with "chown -R ${uid} ${dataDir}".`,
    );
  }
  const version = await readVersion(dataDir);
  if (version !== null && version !== POSTGRES_MAJOR) {
    throw new StartError(
      `The data directory ${dataDir} was created by PostgreSQL ${version}, but this Vedette contains ${POSTGRES_MAJOR}: use the Vedette version that created it, or run PostgreSQL ${version} separately and set DATABASE_URL.`,
    );
  }
  if (version === null && (await readdir(dataDir)).length > 0) {
    throw new StartError(
      `The folder ${dataDir} is not empty and is not a PostgreSQL data directory: move it away, or set VEDETTE_DATA to another folder.`,
    );
  }
}

/** Creates the data directory if it does not exist, owned by the account. No server may be running in it. */
export async function prepareDataDirectory(
  dataDir: string,
  { account, binDir, log }: { account: Account; binDir: string; log: Logger },
): Promise<void> {
  const draft = `${dataDir}.new`;
  // Left by a killed start: the directory is renamed only when it is complete.
  await rm(draft, { recursive: true, force: true });
  if ((await readVersion(dataDir)) === null) {
    await initialize(draft, { account, binDir, dataDir });
    await giveTree(draft, account);
    await rename(draft, dataDir);
    await sync(dirname(dataDir));
    log.info("postgres.initialized", { data_dir: dataDir });
  } else if ((await ownerOf(dataDir)) !== account.ownerUid) {
    // Created by root under another account, such as the user `nobody` in earlier versions.
    log.info("postgres.owner_changed", { data_dir: dataDir, uid: account.ownerUid });
    await giveTree(dataDir, account);
  }
  // A restored copy may have other permissions, which PostgreSQL rejects.
  await chmod(dataDir, 0o700);
}

async function initialize(
  draft: string,
  { account, binDir, dataDir }: { account: Account; binDir: string; dataDir: string },
): Promise<void> {
  const command = [
    join(binDir, "initdb"),
    `--pgdata=${draft}`,
    "--username=postgres",
    // Replaced by require-password.ts before the first start.
    "--auth-local=reject",
    "--auth-host=reject",
    "--encoding=UTF8",
    // Sorts by code point, identically on every machine, so that indexes remain valid after a move.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-instructions",
  ];
  let failure: unknown;
  for (const maker of account.initdb) {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await chown(draft, maker.ownerUid, maker.ownerGid);
    try {
      await runProgram(maker, command, INITDB_TIMEOUT_MS);
      return;
    } catch (error) {
      failure = error;
    }
  }
  const output = failure instanceof Error && "stderr" in failure ? String(failure.stderr) : String(failure);
  throw new StartError(explainFailure(output, { dataDir, logPath: dirname(dataDir) }).message, {
    cause: failure,
  });
}

async function readVersion(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(join(dataDir, "PG_VERSION"), "utf8")).trim();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function ownerOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).uid;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Changes the folder itself last, so that an interrupted change is repeated at the next start. */
async function giveTree(path: string, account: Account): Promise<void> {
  if ((await lstat(path)).isDirectory()) {
    for (const name of await readdir(path)) await giveTree(join(path, name), account);
  }
  await lchown(path, account.ownerUid, account.ownerGid);
}

/** A new name is durable only when its folder is synced. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
