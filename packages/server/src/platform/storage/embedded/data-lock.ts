import { DatabaseSync } from "node:sqlite";
import { StartError } from "../../kernel/errors.ts";

/** Source: sqlite.org/rescode.html. */
const SQLITE_BUSY = 5;

/**
 * Takes the data directory for this process until `release` or its death, however it dies. Node has no
 * call for file locks, but its SQLite takes them: the system itself frees the lock of a dead process, so
 * there is no stale lock, no reused pid, and processes in other containers are kept out too.
 */
export function takeDataLock(path: string, dataDir: string): { release(): void } {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec("begin immediate; create table if not exists holder (pid integer); delete from holder");
    file.prepare("insert into holder values (?)").run(process.pid);
    // The second transaction stays open: it keeps writers out and lets them read who holds it.
    file.exec("commit; begin immediate");
    const held = file;
    return { release: () => held.close() };
  } catch (error) {
    const busy = error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
    const holder = busy && file !== undefined ? holderPid(file) : undefined;
    file?.close();
    if (busy) {
      throw new StartError(
        `Another Vedette${holder === undefined ? "" : ` (process ${holder})`} is using ${dataDir}: end it first, or give this one another VEDETTE_DATA.`,
        { cause: error },
      );
    }
    throw new StartError(
      `The lock file ${path} cannot be used (${error instanceof Error ? error.message : error}): check that this user may write there and that the disk is not full.`,
      { cause: error },
    );
  }
}

function holderPid(file: DatabaseSync): number | undefined {
  try {
    const { pid } = file.prepare("select pid from holder").get() ?? {};
    return typeof pid === "number" ? pid : undefined;
  } catch {
    // The holder is just writing its name; the refusal does without it.
    return undefined;
  }
}
