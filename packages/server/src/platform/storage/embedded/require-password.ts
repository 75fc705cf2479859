import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { readPassword, writePassword } from "./password-file.ts";
import { type PostmasterPlan, startPostmaster } from "./postmaster.ts";

/** 256 random bits: as hard to guess as a key, so SCRAM's repeated hashing adds nothing (settings.ts). */
const PASSWORD_BYTES = 32;
/** Local processes that know the password may connect. */
const ASKING = "local all all scram-sha-256\nhost all all all reject\n";
/** While the password is set; only the owner of the socket's folder, which has mode 0700, and root reach it. */
const TRUSTING = "local all all trust\nhost all all all reject\n";

/**
 * Makes the server ask for a password and returns it. It is made and set where there is none: in a new data directory,
 * in one of an earlier version, and in one that was restored without its password. No server may be running there.
 */
export async function requirePassword(
  dataDir: string,
  planWith: (password: string) => PostmasterPlan,
  signal: AbortSignal,
): Promise<string> {
  const kept = await readPassword(dataDir);
  if (kept !== null) {
    await writeAccess(dataDir, ASKING);
    return kept;
  }
  const password = randomBytes(PASSWORD_BYTES).toString("hex");
  await writeAccess(dataDir, TRUSTING);
  // PostgreSQL's single-user mode could set it without a server, but refuses a user id without a name.
  const postmaster = await startPostmaster(planWith(password), signal);
  await postmaster.stop();
  await writeAccess(dataDir, ASKING);
  // Written last: a start that is killed before sets another one.
  await writePassword(dataDir, password);
  return password;
}

/** The file keeps its owner: PostgreSQL's. */
async function writeAccess(dataDir: string, lines: string): Promise<void> {
  const handle = await open(join(dataDir, "pg_hba.conf"), "r+");
  try {
    if ((await handle.readFile("utf8")) === lines) return;
    await handle.truncate();
    await handle.write(lines, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
