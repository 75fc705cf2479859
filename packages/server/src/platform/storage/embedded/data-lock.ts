import { DatabaseSync } from "node:sqlite";
import { StartError } from "../../kernel/errors.ts";

/** Source: sqlite.org/rescode.html. */
const SQLITE_BUSY = 5;

/**
 * Locks the data directory for this process until `release` or its end, however it ends. Node has no file locks, but its
 * SQLite does: the kernel releases the lock of a dead process, so there are no stale locks and no problems with reused
 * process IDs, and processes in other containers are excluded too.
 */
export function takeDataLock(path: string, dataDir: string): { release(): void } {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec("begin immediate; create table if not exists holder (pid integer); delete from holder");
    file.prepare("insert into holder values (?)").run(process.pid);
    // The second transaction stays open: it excludes writers and lets them read the ID of the holder.
    file.exec("commit; begin immediate");
    const held = file;
    return { release: () => held.close() };
  } catch (error) {
    const busy = error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
    const holder = busy && file !== undefined ? holderPid(file) : undefined;
    file?.close();
    if (busy) {
      throw new StartError(
        `Another Vedette${holder === undefined ? "" : ` (process ${holder})`} is using ${dataDir}: stop it first, or set VEDETTE_DATA to another folder.`,
        { cause: error },
      );
    }
    throw new StartError(
      `The lock file ${path} cannot be used (${error instanceof Error ? error.message : error}): check that this user can write there and that the disk is not full.`,
      { cause: error },
    );
  }
}

function holderPid(file: DatabaseSync): number | undefined {
  try {
    const { pid } = file.prepare("select pid from holder").get() ?? {};
    return typeof pid === "number" ? pid : undefined;
  } catch {
    // The holder is just writing its ID; the error message omits it.
    return undefined;
  }
}
