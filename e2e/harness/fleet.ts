import { join } from "node:path";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import { startEmbedded } from "../../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { type NatsServer, startNatsServer } from "../../packages/server/test/servers/nats-server.ts";
import type { Lab } from "./lab.ts";
import { VEDETTE, type Vedette } from "./vedette.ts";

/** Several processes of Vedette with their own PostgreSQL and NATS, as on several machines. */
export type Fleet = {
  /** Contains the database in `postgres`. */
  readonly dataDir: string;
  readonly nats: NatsServer;
  /** Needed by every process except a runner. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts a process with this role and its own data folder. */
  start(role: string, options?: { args?: readonly string[]; env?: Record<string, string> }): Promise<Vedette>;
  /** Ends all processes, NATS and PostgreSQL. */
  stop(): Promise<void>;
};

export async function startFleet(lab: Lab): Promise<Fleet> {
  const dataDir = await lab.newDataDir();
  const [postgres, nats] = await Promise.all([
    startEmbedded({ dataDir: join(dataDir, "postgres"), log: silentLogger, clock: systemClock }),
    startNatsServer(),
  ]);
  const { user, password, database, socketDir } = postgres.connection;
  const env = {
    DATABASE_URL: `postgres://${user}:${password}@/${database}?host=${socketDir}`,
    VEDETTE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  let key: string | undefined;
  return {
    dataDir,
    nats,
    env,
    async start(role, { args = [], env: own = {} } = {}) {
      const started = await lab.start({
        dataDir: await lab.emptyDataDir(),
        command: [process.execPath, VEDETTE, "serve", "--role", role, ...args],
        env: { NATS_URL: nats.url, ...(role === "runner" ? {} : env), ...own },
        ...(key !== undefined && { key }),
      });
      key ??= started.key || undefined;
      return started;
    },
    async stop() {
      await lab.killAll();
      await nats.stop();
      await postgres.stop();
    },
  };
}
