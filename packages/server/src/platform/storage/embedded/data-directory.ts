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

/** initdb takes one second on the reference machine, most of it waiting for the disk. */
const INITDB_TIMEOUT_MS = 120_000;

/** Refuses a data directory that this user, or this PostgreSQL, must not touch. Writes nothing. */
export async function assertUsable(dataDir: string): Promise<void> {
  const uid = process.getuid?.() ?? 0;
  const owner = await ownerOf(dataDir);
  if (owner === null) return;
  if (owner !== uid && !(uid === 0 && (owner === POSTGRES_UID || owner === NOBODY))) {
    throw new StartError(
      `The data directory ${dataDir} belongs to user ${owner}, and Vedette runs as user ${uid}: start it as that user, or give the directory to this one by "chown -R ${uid} ${dataDir}".`,
    );
  }
  const version = await readVersion(dataDir);
  if (version !== null && version !== POSTGRES_MAJOR) {
    throw new StartError(
      `The data directory ${dataDir} was made by PostgreSQL ${version}, and this Vedette brings ${POSTGRES_MAJOR}: start the Vedette it was made with, or let a PostgreSQL ${version} serve it and set DATABASE_URL.`,
    );
  }
  if (version === null && (await readdir(dataDir)).length > 0) {
    throw new StartError(
      `The folder ${dataDir} is not empty and is no PostgreSQL data directory: move it away, or set VEDETTE_DATA to another folder.`,
    );
  }
}

/** Makes the data directory if there is none, owned by the account. No server may be running in it. */
export async function prepareDataDirectory(
  dataDir: string,
  { account, binDir, log }: { account: Account; binDir: string; log: Logger },
): Promise<void> {
  const draft = `${dataDir}.new`;
  // Left by a start that was killed: the directory takes its name only when it is whole.
  await rm(draft, { recursive: true, force: true });
  if ((await readVersion(dataDir)) === null) {
    await initialize(draft, { account, binDir, dataDir });
    await giveTree(draft, account);
    await rename(draft, dataDir);
    await sync(dirname(dataDir));
    log.info("postgres.initialized", { dataDir });
  } else if ((await ownerOf(dataDir)) !== account.ownerUid) {
    // Made by root under another account, such as nobody, which earlier versions used.
    log.info("postgres.owner_changed", { dataDir, uid: account.ownerUid });
    await giveTree(dataDir, account);
  }
  // A restored copy may have come with other rights, which PostgreSQL refuses.
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
    // require-password.ts replaces this before the first start.
    "--auth-local=reject",
    "--auth-host=reject",
    "--encoding=UTF8",
    // Sorts by code point, the same on every machine, so that indexes survive a move.
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
  const said = failure instanceof Error && "stderr" in failure ? String(failure.stderr) : String(failure);
  throw new StartError(explainFailure(said, { dataDir, logPath: dirname(dataDir) }).message, {
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

/** The folder itself last: a change that was interrupted is made again at the next start. */
async function giveTree(path: string, account: Account): Promise<void> {
  if ((await lstat(path)).isDirectory()) {
    for (const name of await readdir(path)) await giveTree(join(path, name), account);
  }
  await lchown(path, account.ownerUid, account.ownerGid);
}

/** A new name is on the disk only when its folder is. */
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
