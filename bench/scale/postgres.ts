import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import type { SocketConnection } from "../../packages/server/src/platform/storage/connection.ts";
import { chooseAccount } from "../../packages/server/src/platform/storage/embedded/account.ts";
import { findBinaries } from "../../packages/server/src/platform/storage/embedded/binaries.ts";
import { prepareDataDirectory } from "../../packages/server/src/platform/storage/embedded/data-directory.ts";
import { startPostmaster } from "../../packages/server/src/platform/storage/embedded/postmaster.ts";
import { serverSettings } from "../../packages/server/src/platform/storage/embedded/settings.ts";
import {
  prepareSocketDirectory,
  removeSocketDirectory,
} from "../../packages/server/src/platform/storage/embedded/socket-directory.ts";

/** A separate server with the binaries and settings of the embedded one, which is not restarted when it is stopped. */
export type Postgres = {
  readonly connection: SocketConnection;
  pid(): number;
  /** Stops it without a shutdown checkpoint, like `pg_ctl stop -m immediate`. */
  stopAtOnce(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** `host` is an address to listen on in addition to the socket, without a password. */
export async function startPostgres(folder: string, host = ""): Promise<Postgres> {
  const dataDir = join(folder, "postgres");
  // As root, the server runs as another user, who must be able to enter this folder.
  await mkdir(dirname(dataDir), { recursive: true, mode: 0o711 });
  const binDir = await findBinaries();
  const account = await chooseAccount(binDir, dataDir);
  await prepareDataDirectory(dataDir, { account, binDir, log: silentLogger });
  const connection = {
    socketDir: await prepareSocketDirectory(dataDir, account),
    database: "vedette",
    user: "vedette",
    // The access file trusts all connections, so no password is required.
    password: "none",
  };
  const access = join(folder, "pg_hba.conf");
  await writeFile(access, "local all all trust\nhost all vedette samenet trust\n");
  await chmod(access, 0o644);
  const settings = { ...serverSettings(Number.POSITIVE_INFINITY), listen_addresses: host, hba_file: access };
  const plan = {
    ...{ binDir, dataDir, account, settings, connection },
    logPath: `${dataDir}.log`,
    clock: systemClock,
  };
  const never = new AbortController().signal;
  let running = await startPostmaster(plan, never);
  // A benchmark that exits early leaves no server behind.
  const onExit = () => process.kill(running.pid, "SIGQUIT");
  process.on("exit", onExit);
  return {
    connection,
    pid: () => running.pid,
    async stopAtOnce() {
      process.kill(running.pid, "SIGQUIT");
      await running.exited;
      process.off("exit", onExit);
    },
    async start() {
      running = await startPostmaster(plan, never);
      process.on("exit", onExit);
    },
    async stop() {
      process.off("exit", onExit);
      await running.stop();
      await removeSocketDirectory(dataDir, connection.socketDir);
    },
  };
}
