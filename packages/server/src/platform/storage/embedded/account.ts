import { execFile, type SpawnOptions } from "node:child_process";
import { realpath, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../kernel/errors.ts";
import { POSTGRES_MAJOR } from "./binaries.ts";

/**
 * The user account that runs PostgreSQL's programs, which refuse to run as root. An ordinary user runs them under their
 * own ID. Root runs them under an ID that no other program uses or, if that ID cannot access the files, in a user
 * namespace that maps root's files to an unprivileged user without root's capabilities.
 */
export type Account = {
  /** Programs that prefix each command, outermost first. */
  prefix: readonly string[];
  spawn: Pick<SpawnOptions, "uid" | "gid">;
  /** The owner of the files, as seen from this process. */
  ownerUid: number;
  ownerGid: number;
  /** Accounts for `initdb`, which refuses a user ID without an entry in the user database; preferred first. */
  initdb: readonly InitdbAccount[];
};

/** Its files belong to `ownerUid` and are given to the owner of the account afterwards. */
type InitdbAccount = Pick<Account, "prefix" | "spawn" | "ownerUid" | "ownerGid">;

/**
 * The owner of the data if Vedette runs as root. It has no entry in the user database, systemd assigns it to no service
 * (systemd.io/UIDS-GIDS: 60578 to 61183 are unused), and the sandboxes of scripts use IDs up to 61099.
 */
export const POSTGRES_UID = 61_150;
/** Owner of data directories that Vedette created as root before POSTGRES_UID existed. Other daemons use this ID. */
export const NOBODY = 65_534;

/**
 * The complete environment of PostgreSQL's programs: no secrets of ours, and messages in English. The C library returns freed
 * memory from 64 KiB on, and reserves 16 KiB at a time: each of its processes keeps up to 256 KiB otherwise.
 */
export const PROGRAM_ENVIRONMENT = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  MALLOC_TRIM_THRESHOLD_: "65536",
  MALLOC_TOP_PAD_: "16384",
};

const PROBE_TIMEOUT_MS = 10_000;

/** Returns the first available account that can run the binaries. */
export async function chooseAccount(binDir: string, dataDir: string): Promise<Account> {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  const barred = uid === 0 ? await findBarred([binDir, dirname(dataDir)]) : null;
  const candidates = uid === 0 ? rootAccounts(barred !== null) : ownAccounts(uid, gid);
  let failure: unknown;
  for (const account of candidates) {
    try {
      await probe(account, binDir);
      return account;
    } catch (error) {
      failure = error;
    }
  }
  if (barred !== null) {
    throw new StartError(
      `PostgreSQL must not run as root, and its user id ${POSTGRES_UID} cannot pass ${barred}: run "chmod o+x ${barred}", or start Vedette as an ordinary user.`,
      { cause: failure },
    );
  }
  throw new StartError(
    `PostgreSQL's binaries in ${binDir} do not run on this machine (${errorText(failure)}): set DATABASE_URL to another PostgreSQL.`,
    { cause: failure },
  );
}

/** Runs one of PostgreSQL's programs and waits for its end. */
export async function runProgram(
  account: Pick<Account, "prefix" | "spawn">,
  command: readonly string[],
  timeoutMs: number,
): Promise<{ stdout: string; stderr: string }> {
  const [program = "", ...args] = [...account.prefix, ...command];
  // The current folder may not be accessible to the account.
  const options = { ...account.spawn, env: PROGRAM_ENVIRONMENT, cwd: "/", timeout: timeoutMs };
  return promisify(execFile)(program, args, options);
}

/** setpriv makes the kernel stop the server when this process dies, so that no orphan remains. */
const DIES_WITH_PARENT = ["setpriv", "--pdeathsig", "INT"];
const IN_NAMESPACE = ["unshare", "--user", `--map-user=${NOBODY}`];

function rootAccounts(isBarred: boolean): Account[] {
  const root = { spawn: {}, ownerUid: 0, ownerGid: 0 };
  const inNamespace: Account[] = [
    { ...root, prefix: [...IN_NAMESPACE, ...DIES_WITH_PARENT], initdb: [{ ...root, prefix: IN_NAMESPACE }] },
    { ...root, prefix: IN_NAMESPACE, initdb: [{ ...root, prefix: IN_NAMESPACE }] },
  ];
  return isBarred ? inNamespace : [...ownIdAccounts(root), ...inNamespace];
}

function ownIdAccounts(root: Pick<Account, "spawn" | "ownerUid" | "ownerGid">): Account[] {
  const owner = { ownerUid: POSTGRES_UID, ownerGid: POSTGRES_UID };
  const drop = [`--reuid=${POSTGRES_UID}`, `--regid=${POSTGRES_UID}`, "--clear-groups"];
  const initdb: InitdbAccount[] = [
    // In the namespace root's files have a named user, and no other user can access them.
    { ...root, prefix: IN_NAMESPACE },
    // Containers often forbid user namespaces: for a second of the first start initdb runs as the user `nobody`, without data.
    { prefix: [], spawn: { uid: NOBODY, gid: NOBODY }, ownerUid: NOBODY, ownerGid: NOBODY },
  ];
  return [
    { ...owner, prefix: [...DIES_WITH_PARENT, ...drop], spawn: {}, initdb },
    { ...owner, prefix: [], spawn: { uid: POSTGRES_UID, gid: POSTGRES_UID }, initdb },
  ];
}

function ownAccounts(uid: number, gid: number): Account[] {
  const own = { spawn: {}, ownerUid: uid, ownerGid: gid };
  const prefixes = [DIES_WITH_PARENT, []];
  // initdb refuses a user ID without a name, as containers use; in a namespace that ID is named `nobody`.
  if (!hasName()) prefixes.unshift([...IN_NAMESPACE, ...DIES_WITH_PARENT]);
  return prefixes.map((prefix) => ({ ...own, prefix, initdb: [{ ...own, prefix }] }));
}

function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    // Node reports a missing entry only by throwing.
    return false;
  }
}

async function probe(account: Account, binDir: string): Promise<void> {
  const { stdout } = await runProgram(account, [join(binDir, "postgres"), "--version"], PROBE_TIMEOUT_MS);
  if (!stdout.startsWith(`postgres (PostgreSQL) ${POSTGRES_MAJOR}.`)) {
    throw new Error(`postgres --version says ${stdout.trim()}`);
  }
}

/** Returns the first folder on the way to one of `paths` that POSTGRES_UID cannot traverse, or null. */
async function findBarred(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const real = await realpath(path);
    for (const folder of [...ancestors(real), real]) {
      const { mode, uid, gid } = await stat(folder);
      const bit = uid === POSTGRES_UID ? 0o100 : gid === POSTGRES_UID ? 0o010 : 0o001;
      if ((mode & bit) === 0) return folder;
    }
  }
  return null;
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...ancestors(parent), parent];
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lastLine = "stderr" in error ? String(error.stderr).trim().split("\n").at(-1) : "";
  return lastLine === "" || lastLine === undefined ? error.message : lastLine;
}
