import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { remindOfAlerts } from "../alerting/alerts/remind.ts";
import { dropOldAlerts } from "../alerting/alerts/retention.ts";
import { deliveryJobs } from "../alerting/deliver.ts";
import { createStoredSuppression } from "../alerting/maintenance/suppression.ts";
import { assertUsable, openArtifacts } from "../artifacts/open-artifacts.ts";
import { type Config, readConfig } from "../config/read-config.ts";
import { createApp } from "../http/app.ts";
import { identityJobs } from "../identity/identity-jobs.ts";
import { setupUrl } from "../identity/setup-link.ts";
import { installJobs } from "../jobs/install-jobs.ts";
import { startJobs } from "../jobs/jobs.ts";
import { systemClock } from "../kernel/clock.ts";
import { createLogger, type Logger } from "../kernel/logger.ts";
import { watchParent } from "../kernel/parent-watch.ts";
import { freePort } from "../net/free-port.ts";
import { sweepArtifacts } from "../resources/artifacts/removal.ts";
import { dropOldEntries } from "../resources/audit-log/service.ts";
import { billingJobs } from "../resources/billing/billing-jobs.ts";
import { createBuiltInProvider } from "../resources/billing/built-in-provider.ts";
import { readPlans } from "../resources/billing/plans.ts";
import { offerPlans } from "../resources/billing/service-plans.ts";
import { stripeJobs } from "../resources/billing/stripe/stripe-jobs.ts";
import { resultJobs } from "../results/result-jobs.ts";
import { openInstallationSecret } from "../secrets/installation-secret.ts";
import { openMasterKeys } from "../secrets/master-keys.ts";
import { createVault } from "../secrets/vault.ts";
import { migrate } from "../storage/migrate.ts";
import { openDatabase } from "../storage/pool.ts";
import { prepareDeliveries } from "./deliveries.ts";
import { startEngine } from "./engine.ts";
import { makeFirstKey, makeSetupLink } from "./first-start.ts";
import { heartbeatOf } from "./heartbeat.ts";
import { listen, welcome } from "./listen.ts";
import { prepareMasterKeys } from "./master-keys.ts";
import { observeProcess } from "./observation.ts";
import { createPeople } from "./people.ts";
import { artifactPlace, engineOptions, httpConfig } from "./slices.ts";
import { onStopSignal } from "./stop-signal.ts";
import { startStorage } from "./storage.ts";
import { prepareStripe } from "./stripe.ts";

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
  await assertUsable(artifactPlace(config));
  const storage = await startStorage(config, log);
  ends.push(storage.stop);
  const { connection } = storage;
  await migrate(connection, log);
  // Before whatever sends a job.
  await installJobs({ connection, log });
  const database = await openDatabase({
    connection,
    log,
    maxConnections: config.database.connectionsMax,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  ends.push(database.close);
  // Whatever may refuse the start comes before the first key, which is shown once.
  await offerPlans(database, readPlans(config.billing.plansFile));
  const masterKeys = await prepareMasterKeys(config, database);
  const firstKey = await makeFirstKey(database, systemClock.now());

  const engine = await startEngine(engineOptions({ config, port, connection, masterKeys, log }));
  ends.push(() => engine.stop(ENGINE_STOP_MS));
  const vault = createVault(openMasterKeys(masterKeys));
  const people = await createPeople({ config, port, database, masterKeys, log });
  const { mailer } = people;
  const { deliveries, sendOnChannel } = prepareDeliveries({ config, port, database, vault, mailer, log });
  const stripe = await prepareStripe({ config, port, database, queue: engine.queue, log });
  const artifacts = await openArtifacts(artifactPlace(config));
  const { days: retentionDays } = config.retention;
  const handlers = {
    ...resultJobs({ database, clock: systemClock, log, retentionDays }),
    ...identityJobs({ database, clock: systemClock }),
    ...deliveryJobs(deliveries),
    ...billingJobs({
      database,
      clock: systemClock,
      log,
      mailer,
      serverUrl: config.http.publicUrl ?? `http://localhost:${port}`,
      publish: (events) => engine.queue.publishEvents(events),
    }),
    ...stripeJobs(stripe?.deps ?? null, log),
    "alerts.remind": (run: { signal: AbortSignal }) =>
      remindOfAlerts(
        { database, clock: systemClock, suppression: createStoredSuppression(systemClock) },
        run,
      ),
    "alerts.retention": (run: { signal: AbortSignal }) =>
      dropOldAlerts({ database, clock: systemClock }, run),
    "artifacts.sweep": async ({ signal }: { signal: AbortSignal }) =>
      void (await sweepArtifacts(database, artifacts, { nowMs: systemClock.now(), signal })),
    "audit.retention": async () => void (await dropOldEntries(database, systemClock.now())),
  };
  const jobs = await startJobs({ connection, log, handlers });
  ends.push(jobs.stop);

  const installationSecret = await openInstallationSecret(database, openMasterKeys(masterKeys));
  const observed = observeProcess({ database, engine });
  const app = await createApp({
    config: httpConfig(config),
    database,
    ...people,
    queue: engine.queue,
    vault,
    sendOnChannel,
    receiveStripeMessage: stripe?.receive ?? null,
    artifacts,
    billing: stripe?.provider ?? createBuiltInProvider({ secret: installationSecret }),
    installationSecret,
    log,
    clock: systemClock,
    ...observed,
    dashboardDir: existsSync(DASHBOARD) ? DASHBOARD : null,
  });
  ends.push(() => app.close(API_STOP_MS));
  const url = await listen(app.server, { ...config.http, port });
  const { readiness } = observed;
  const endHeartbeat = heartbeatOf({ config, port, log, readiness, engine, database, clock: systemClock });
  if (endHeartbeat) ends.push(endHeartbeat);
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
