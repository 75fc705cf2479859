import process from "node:process";
import { createLab } from "../../e2e/harness/lab.ts";
import { VEDETTE, type Vedette } from "../../e2e/harness/vedette.ts";
import { type NatsServer, startNatsServer } from "../../packages/server/test/servers/nats-server.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

/** A small fleet of processes on one machine: an API, schedulers and runners, with PostgreSQL and NATS. */
export type Fleet = {
  readonly nats: NatsServer;
  readonly postgres: Postgres;
  readonly api: Vedette;
  /** The running schedulers; scenarios keep the list current. */
  schedulers: Vedette[];
  runners: Vedette[];
  startApi(options?: StartOptions): Promise<Vedette>;
  startScheduler(options?: StartOptions): Promise<Vedette>;
  startRunner(options?: StartOptions): Promise<Vedette>;
  stop(): Promise<void>;
};

export type StartOptions = {
  env?: Record<string, string>;
  prefix?: readonly string[];
  /** Another version of `vedette.mjs`. */
  program?: string;
};

export type FleetOptions = {
  schedulers?: number;
  runners?: number;
  /** The address of NATS and PostgreSQL, instead of loopback and a Unix socket. */
  host?: string;
};

export const LOCATION = "eu-west-1";

export async function startFleet({ schedulers = 2, runners = 2, host }: FleetOptions = {}): Promise<Fleet> {
  const ends: (() => Promise<void>)[] = [];
  const lab = createLab((work) => ends.push(work));
  const folder = await lab.emptyDataDir();
  const [postgres, nats] = await Promise.all([startPostgres(folder, host), startNatsServer("", host)]);
  const central = {
    DATABASE_URL: socketUrl(postgres),
    VEDETTE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  let key: string | undefined;
  const start = async (role: string, { env = {}, prefix = [], program = VEDETTE }: StartOptions) =>
    lab.start({
      ...(key !== undefined && { key }),
      dataDir: await lab.emptyDataDir(),
      command: [...prefix, process.execPath, program, "serve", "--role", role, ...locationArgs(role)],
      env: { NATS_URL: nats.url, ...(role === "runner" ? {} : central), ...env },
    });
  let runnersStarted = 0;
  const startScheduler = (options: StartOptions = {}) => start("scheduler", options);
  const startRunner = (options: StartOptions = {}) => {
    runnersStarted += 1;
    const own = { VEDETTE_RUNNER_NAME: `r${runnersStarted}`, VEDETTE_RUNNER_THREADS: "1" };
    return start("runner", { ...options, env: { ...own, ...options.env } });
  };
  const api = await start("api", {});
  key = api.key;
  return {
    nats,
    postgres,
    api,
    schedulers: await Promise.all(Array.from({ length: schedulers }, () => startScheduler())),
    runners: await Promise.all(Array.from({ length: runners }, () => startRunner())),
    startApi: (options = {}) => start("api", options),
    startScheduler,
    startRunner,
    async stop() {
      await lab.killAll();
      await nats.stop();
      await postgres.stop();
      for (const end of ends) await end();
    },
  };
}

function locationArgs(role: string): string[] {
  return role === "runner" ? ["--location", LOCATION] : [];
}

function socketUrl({ connection }: Postgres): string {
  const { user, password, database, socketDir } = connection;
  return `postgres://${user}:${password}@/${database}?host=${socketDir}`;
}

/** The number of shards that each scheduler holds, without the schedulers that do not respond. */
export async function countShards(schedulers: readonly Vedette[]): Promise<number[]> {
  const counts = schedulers.map(async (scheduler) => {
    const response = await scheduler.request("GET", "/readyz").catch(() => null);
    const body = response?.body as { data?: { details?: { shards?: number } } } | undefined;
    return body?.data?.details?.shards ?? [];
  });
  return (await Promise.all(counts)).flat();
}

/** Whether the API reports this number of runners. */
export async function hasRunners(api: Vedette, wanted: number): Promise<boolean> {
  const { body } = await api.request("GET", "/api/v1/locations");
  const { data = [] } = body as { data?: { id: string; runners: number }[] };
  return data.some(({ id, runners }) => id === LOCATION && runners === wanted);
}

/** The number of processes that report that they are alive. */
export async function countAlive(all: readonly Vedette[]): Promise<number> {
  const alive = all.map(async (each) => (await each.request("GET", "/healthz")).status === 200);
  return (await Promise.all(alive)).filter(Boolean).length;
}
