import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Config, readConfig } from "../config/read-config.ts";
import { createApp } from "../http/app.ts";
import { identityJobs } from "../identity/identity-jobs.ts";
import { setupUrl } from "../identity/setup-link.ts";
import { startJobs } from "../jobs/jobs.ts";
import { systemClock } from "../kernel/clock.ts";
import { createLogger, type Logger } from "../kernel/logger.ts";
import { watchParent } from "../kernel/parent-watch.ts";
import { freePort } from "../net/free-port.ts";
import { dropOldEntries } from "../resources/audit-log/service.ts";
import { resultJobs } from "../results/result-jobs.ts";
import { openMasterKeys } from "../secrets/master-keys.ts";
import { createVault } from "../secrets/vault.ts";
import { migrate } from "../storage/migrate.ts";
import { openDatabase } from "../storage/pool.ts";
import { startEngine } from "./engine.ts";
import { makeFirstKey, makeSetupLink } from "./first-start.ts";
import { listen, welcome } from "./listen.ts";
import { prepareMasterKeys } from "./master-keys.ts";
import { observeProcess } from "./observation.ts";
import { createPeople } from "./people.ts";
import { engineOptions, httpConfig } from "./slices.ts";
import { onStopSignal } from "./stop-signal.ts";
import { startStorage } from "./storage.ts";

/**
 * Everything in one process tree: PostgreSQL, scheduler, runners and API. Starts from the bottom up and
 * stops from the top down; whatever has started is stopped again when a later part fails to start.
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const log = createLogger(config.log.level);
  for (const warning of config.warnings) log.warn("config.doubtful", { warning });
  const ends: End[] = [];
  const unwind = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  const starting = start({ config, log, ends });
  // A signal during the start waits for its end: half a start is harder to undo than a whole one.
  watchParent(onStopSignal(log, () => starting.catch(() => undefined).then(unwind)));
  try {
    await starting;
  } catch (error) {
    await unwind();
    throw error;
  }
}

type End = () => Promise<void>;

async function start({ config, log, ends }: { config: Config; log: Logger; ends: End[] }): Promise<void> {
  // Known before the runners start, for no check may reach it.
  const port = config.http.port === 0 ? await freePort() : config.http.port;
  const storage = await startStorage(config, log);
  ends.push(storage.stop);
  const { connection } = storage;
  await migrate(connection, log);
  const database = await openDatabase({
    connection,
    log,
    maxConnections: config.database.connectionsMax,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  ends.push(database.close);
  // Whatever may refuse the start comes before the first key, which is shown once.
  const masterKeys = await prepareMasterKeys(config, database);
  const firstKey = await makeFirstKey(database, systemClock.now());

  const engine = await startEngine(engineOptions({ config, port, connection, masterKeys, log }));
  ends.push(() => engine.stop(ENGINE_STOP_MS));
  const { days: retentionDays } = config.retention;
  const handlers = {
    ...resultJobs({ database, clock: systemClock, log, retentionDays }),
    ...identityJobs({ database, clock: systemClock }),
    "audit.retention": async () => void (await dropOldEntries(database, systemClock.now())),
  };
  const jobs = await startJobs({ connection, log, handlers });
  ends.push(jobs.stop);

  const app = await createApp({
    config: httpConfig(config),
    database,
    ...(await createPeople({ config, port, database, masterKeys, log })),
    queue: engine.queue,
    vault: createVault(openMasterKeys(masterKeys)),
    log,
    clock: systemClock,
    ...observeProcess({ database, engine }),
    dashboardDir: existsSync(DASHBOARD) ? DASHBOARD : null,
  });
  ends.push(() => app.close(API_STOP_MS));
  const url = await listen(app.server, { ...config.http, port });
  // Not printed anew at each start: it would end the one that somebody was sent.
  const setupToken = firstKey === null ? null : await makeSetupLink(database, systemClock.now());
  process.stdout.write(welcome({ url, firstKey, setupUrl: setupToken && setupUrl(url, setupToken) }));
  log.info("process.ready", { url, pid: process.pid });
}

const DASHBOARD = fileURLToPath(new URL("../../../dashboard/dist", import.meta.url));
/** Longer than any query of ours should take, shorter than a caller's patience. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** Together under the 30 s in which a service manager expects us to be gone. */
const API_STOP_MS = 5_000;
const ENGINE_STOP_MS = 18_000;
