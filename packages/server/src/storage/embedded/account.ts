import { execFile, type SpawnOptions } from "node:child_process";
import { realpath, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../kernel/errors.ts";
import { POSTGRES_MAJOR } from "./binaries.ts";

/**
 * As whom PostgreSQL's programs run, which refuse root. An ordinary user runs them himself; root hands
 * them to `nobody` or, where that user cannot reach the files, into a user namespace in which root's own
 * files are those of `nobody`, without any of root's powers.
 */
export type Account = {
  /** Programs put before each command, outermost first. */
  prefix: readonly string[];
  spawn: Pick<SpawnOptions, "uid" | "gid">;
  /** Who owns the files, as seen from here. */
  ownerUid: number;
  ownerGid: number;
};

/** The user without rights of every Linux, which owns the data when Vedette runs as root. */
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
      `PostgreSQL must not run as root, and its user nobody cannot pass ${barred}: run "chmod o+x ${barred}", or start Vedette as an ordinary user.`,
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
  account: Account,
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
  const nobody = { ownerUid: NOBODY, ownerGid: NOBODY };
  const root = { spawn: {}, ownerUid: 0, ownerGid: 0 };
  const drop = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
  const asNobody: Account[] = [
    { ...nobody, prefix: [...DIES_WITH_PARENT, ...drop], spawn: {} },
    { ...nobody, prefix: [], spawn: { uid: NOBODY, gid: NOBODY } },
  ];
  const inNamespace: Account[] = [
    { ...root, prefix: [...IN_NAMESPACE, ...DIES_WITH_PARENT] },
    { ...root, prefix: IN_NAMESPACE },
  ];
  return isBarred ? inNamespace : [...asNobody, ...inNamespace];
}

function ownAccounts(uid: number, gid: number): Account[] {
  const own = { spawn: {}, ownerUid: uid, ownerGid: gid };
  const direct: Account[] = [
    { ...own, prefix: DIES_WITH_PARENT },
    { ...own, prefix: [] },
  ];
  // initdb refuses a user id without a name, as containers use them; in a namespace it is nobody's.
  if (hasName()) return direct;
  return [{ ...own, prefix: [...IN_NAMESPACE, ...DIES_WITH_PARENT] }, ...direct];
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

/** The first folder on the way to one of `paths` that `nobody` cannot pass; null when the way is free. */
async function findBarred(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const real = await realpath(path);
    for (const folder of [...ancestors(real), real]) {
      const { mode, uid, gid } = await stat(folder);
      const bit = uid === NOBODY ? 0o100 : gid === NOBODY ? 0o010 : 0o001;
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
