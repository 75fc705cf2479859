import { execFile, type SpawnOptions } from "node:child_process";
import { realpath, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../kernel/errors.ts";
import { POSTGRES_MAJOR } from "./binaries.ts";

/**
 * The user that PostgreSQL's programs run as; they refuse root. An ordinary user runs them under their own id. Root runs
 * them under an id that no other program of the machine has or, where that id cannot reach the files, in a user
 * namespace that maps root's files to an unprivileged user without root's capabilities.
 */
export type Account = {
  /** Programs put before each command, outermost first. */
  prefix: readonly string[];
  spawn: Pick<SpawnOptions, "uid" | "gid">;
  /** Who owns the files, as seen from here. */
  ownerUid: number;
  ownerGid: number;
  /** What runs `initdb`, which refuses a user id without an entry in the user database; first choice first. */
  initdb: readonly InitdbAccount[];
};

/** The files that it makes belong to `ownerUid` and are given to the account's owner afterwards. */
type InitdbAccount = Pick<Account, "prefix" | "spawn" | "ownerUid" | "ownerGid">;

/**
 * The owner of the data when Vedette runs as root. It has no entry in the user database, systemd gives it to no service
 * (systemd.io/UIDS-GIDS: 60578 to 61183 are unused), and the sandboxes of scripts end at 61099.
 */
export const POSTGRES_UID = 61_150;
/** Owns data directories that Vedette made as root before it had POSTGRES_UID. Other daemons run under this id. */
export const NOBODY = 65_534;

/** All that PostgreSQL's programs see of our environment: no secret of ours, and messages we can read. */
export const PROGRAM_ENVIRONMENT = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

const PROBE_TIMEOUT_MS = 10_000;

/** The first account of those possible here that can really run the binaries. */
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
    `PostgreSQL's binaries in ${binDir} do not run here (${words(failure)}): set DATABASE_URL to a PostgreSQL of yours.`,
    { cause: failure },
  );
}

/** Runs one of PostgreSQL's programs to its end. */
export async function runProgram(
  account: Pick<Account, "prefix" | "spawn">,
  command: readonly string[],
  timeoutMs: number,
): Promise<{ stdout: string; stderr: string }> {
  const [program = "", ...args] = [...account.prefix, ...command];
  // Outside of "/" the current folder may be closed to the account.
  const options = { ...account.spawn, env: PROGRAM_ENVIRONMENT, cwd: "/", timeout: timeoutMs };
  return promisify(execFile)(program, args, options);
}

/** setpriv has the kernel stop the server when we die: no orphan to look for at the next start. */
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
    // In the namespace root's files have a user with a name, and no other user can reach them.
    { ...root, prefix: IN_NAMESPACE },
    // Containers often forbid user namespaces: a second of the first start under the id of nobody, without any data.
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
  // initdb refuses a user id without a name, as containers use them; in a namespace that id has the name of nobody.
  if (!hasName()) prefixes.unshift([...IN_NAMESPACE, ...DIES_WITH_PARENT]);
  return prefixes.map((prefix) => ({ ...own, prefix, initdb: [{ ...own, prefix }] }));
}

function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    // The only way that Node tells it.
    return false;
  }
}

async function probe(account: Account, binDir: string): Promise<void> {
  const { stdout } = await runProgram(account, [join(binDir, "postgres"), "--version"], PROBE_TIMEOUT_MS);
  if (!stdout.startsWith(`postgres (PostgreSQL) ${POSTGRES_MAJOR}.`)) {
    throw new Error(`postgres --version says ${stdout.trim()}`);
  }
}

/** The first folder on the way to one of `paths` that POSTGRES_UID cannot pass; null when there is none. */
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

function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = "stderr" in error ? String(error.stderr).trim().split("\n").at(-1) : "";
  return said === "" || said === undefined ? error.message : said;
}
