import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { readPassword, writePassword } from "./password-file.ts";
import { type PostmasterPlan, startPostmaster } from "./postmaster.ts";

/** 256 random bits, as hard to guess as a key, so repeated hashing of SCRAM adds nothing (settings.ts). */
const PASSWORD_BYTES = 32;
/** Local processes that know the password may connect. */
const ASKING = "local all all scram-sha-256\nhost all all all reject\n";
/** Used while the password is set; only root and the owner of the socket folder, which has mode 0700, can connect. */
const TRUSTING = "local all all trust\nhost all all all reject\n";

/**
 * Makes the server require a password and returns it. A missing password is generated and set: in a new data directory,
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
  // PostgreSQL's single-user mode could set it without a server, but refuses a user ID without a name.
  const postmaster = await startPostmaster({ ...planWith(password), setsPassword: true }, signal);
  await postmaster.stop();
  await writeAccess(dataDir, ASKING);
  // Written last: after a kill, the next start sets another password.
  await writePassword(dataDir, password);
  return password;
}

/** Keeps the owner of the file, which is PostgreSQL's user. */
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
