import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../../kernel/clock.ts";
import { StartError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { deletePostmasterFile, findPostmaster, readPostmasterFile } from "./postmaster-file.ts";

/** A fast shutdown writes a checkpoint first: half a second after heavy load on the reference machine. */
const FAST_STOP_MS = 30_000;
/** After SIGQUIT the server kills processes that do not exit within five seconds. */
const HARD_STOP_MS = 10_000;
/** How long process 1 may take to reap zombies. */
const REAP_MS = 10_000;
const POLL_MS = 20;

/**
 * Stops a server that a killed Vedette left in `dataDir`, so that a new one can start: an orderly shutdown loses nothing,
 * takes some milliseconds, and the server always runs as our child with our settings. The caller holds the data lock, so
 * no living Vedette uses that server.
 */
export async function endOrphan(
  dataDir: string,
  { log, clock }: { log: Logger; clock: Clock },
): Promise<void> {
  const startedMs = clock.monotonic();
  let sent: "SIGINT" | "SIGQUIT" | undefined;
  for (;;) {
    const file = await readPostmasterFile(dataDir);
    if (file === null) return;
    const state = await findPostmaster(file);
    // PostgreSQL itself replaces the file of a dead process.
    if (state === "none") return;
    const waitedMs = clock.monotonic() - startedMs;
    if (state === "stranger" || (state === "zombie" && waitedMs > REAP_MS)) {
      log.warn("postgres.stale_pid_file", { pid: file.pid, state });
      await deletePostmasterFile(dataDir);
      return;
    }
    if (state === "alive") {
      if (waitedMs > FAST_STOP_MS + HARD_STOP_MS) {
        throw new StartError(
          `The PostgreSQL that an earlier Vedette left in ${dataDir} (process ${file.pid}) does not stop: stop it with "kill -QUIT ${file.pid}" and start again.`,
        );
      }
      const wanted = waitedMs > FAST_STOP_MS ? "SIGQUIT" : "SIGINT";
      if (sent !== wanted) {
        sent = wanted;
        log.warn("postgres.orphan_stopped", { pid: file.pid, signal: wanted });
        signal(file.pid, wanted, dataDir);
      }
    }
    await wait(POLL_MS);
  }
}

function signal(pid: number, name: NodeJS.Signals, dataDir: string): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ESRCH") return;
    throw new StartError(
      `The PostgreSQL in ${dataDir} (process ${pid}) was started by another user: start Vedette as that user.`,
      { cause: error },
    );
  }
}
