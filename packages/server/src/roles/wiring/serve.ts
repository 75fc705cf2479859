import { createHealthServer } from "../../api/http/health/health-server.ts";
import { assertUsable, openArtifacts } from "../../platform/artifacts/open-artifacts.ts";
import type { Config } from "../../platform/config/config.ts";
import { readConfig } from "../../platform/config/read-config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { createLogger, type Logger } from "../../platform/kernel/logger.ts";
import { watchParent } from "../../platform/kernel/parent-watch.ts";
import { freePort } from "../../platform/net/free-port.ts";
import { version } from "../../version.ts";
import { startDemo } from "../demo/start-demo.ts";
import { listen } from "../observation/listen.ts";
import { type Observed, observeProcess } from "../observation/observation.ts";
import { type DemoOptions, isSplit, type Role, type ServeOptions } from "../roles.ts";
import { collectGarbage } from "../threads/collect-garbage.ts";
import { Engine, type EngineOptions } from "../threads/engine.ts";
import { runnerThreads } from "../threads/runner-threads.ts";
import { assertRoles, logRoleWarnings, needsDatabase } from "./assert-roles.ts";
import { artifactLocation, fallbackLocationOf } from "./config-slices.ts";
import type { OpenDatabase } from "./open-database.ts";
import { openQueue, queueConnectionOf } from "./open-queue.ts";
import { problemSources } from "./problem-sources.ts";
import { findOwnPorts } from "./protected-ports.ts";
import { onStopSignal } from "./stop-signal.ts";

/**
 * Runs some or all roles in one process tree: PostgreSQL if it is embedded, scheduler, runners and API.
 * Starts them in dependency order and stops them in reverse. If a part fails to start, the started ones are
 * stopped.
 */
export async function serve(env: NodeJS.ProcessEnv, options: ServeOptions): Promise<void> {
  const { roles, demo } = options;
  const config = readConfig({ ...env, ...environmentOf(options) });
  assertRoles(config, roles);
  const log = createLogger(config.log.level);
  for (const warning of config.warnings) log.warn("config.warning", { warning });
  const ends: End[] = [];
  const unwind = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  const starting = start({ config, roles, demo, log, ends, extraAuthorities: env.NODE_EXTRA_CA_CERTS });
  // A signal during the start is handled after it, because a partial start is harder to undo.
  watchParent(onStopSignal(log, () => starting.catch(() => undefined).then(unwind)));
  try {
    await starting;
  } catch (error) {
    await unwind();
    throw error;
  }
}

/** Options of the command line take precedence over the environment. */
function environmentOf({ location, configDirectory, configProject }: ServeOptions): NodeJS.ProcessEnv {
  const given = {
    VEDETTE_LOCATION: location,
    VEDETTE_CONFIG_DIR: configDirectory,
    VEDETTE_CONFIG_PROJECT: configProject,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

type End = () => Promise<void>;
type Start = { config: Config; roles: ReadonlySet<Role>; log: Logger; ends: End[] };
/** `extraAuthorities` is the file of certificate authorities that Node trusts as well. */
type ProcessStart = Start & { demo: DemoOptions; extraAuthorities: string | undefined };

async function start({ config, roles, demo, log, ends, extraAuthorities }: ProcessStart): Promise<void> {
  // Known before the runners start, because no check may reach it.
  const port = config.http.port === 0 ? await freePort() : config.http.port;
  const ownPorts = await findOwnPorts(config, port);
  const fallbackLocation = fallbackLocationOf(config, roles);
  const artifacts = artifactLocation(config);
  logRoleWarnings({ config, roles }, log);
  await assertUsable(artifacts);
  const central = needsDatabase(roles) ? await loadCentral() : null;
  const openedDatabase = central && (await central.openRoleDatabase({ config, roles, log, ends }));

  // Before the scheduler starts, which finds the targets with their past.
  const demoAccount =
    openedDatabase && !isSplit(roles)
      ? await startDemo({ config, port, ownPorts, openedDatabase, log, ends }, demo)
      : null;

  const holder = await chooseHolder({ config, roles, log, ends }, { openedDatabase, fallbackLocation });
  const threads = roles.has("runner")
    ? runnerThreads({
        ...{ config, ownPorts, artifacts, openedDatabase },
        version: roles.has("scheduler") ? undefined : version,
      })
    : { runners: [], browser: null };
  const engine = new Engine({ log, holder, ...threads });
  ends.push(() => engine.stop(ENGINE_STOP_MS));

  const observed = observeProcess({
    database: openedDatabase?.database ?? null,
    engine,
    holder,
    mainThread: roles.has("api") ? "api" : "main",
    sources: problemSources({
      ...{ config, roles, database: openedDatabase?.database ?? null },
      runners: () => engine.queue.runners(),
      extraAuthorities,
    }),
    clock: systemClock,
    log,
  });
  ends.push(async () => observed.problems.stop());
  // The threads load their programs while the main thread prepares the API, on another core.
  const engineStarting = engine.start().then(() => observed.problems.start());
  // Its failure is thrown where it is awaited.
  engineStarting.catch(() => undefined);
  let url: string | null = null;
  if (central !== null && openedDatabase !== null) {
    const files = await openArtifacts(artifacts);
    url = await central.startServices({
      config,
      roles,
      port,
      ownPorts,
      fallbackLocation,
      openedDatabase,
      demoAccount,
      engine,
      engineStarting,
      artifacts: files,
      observed,
      log,
      ends,
    });
  }
  await engineStarting;
  url ??= await serveHealth({ config, port, observed, log, ends });
  log.info("process.ready", { url, roles: [...roles], pid: process.pid });
  collectGarbage();
}

/** Loads what only API and scheduler need, because a runner needs no database driver. */
async function loadCentral() {
  const { openRoleDatabase } = await import("./open-database.ts");
  const { startServices } = await import("./start-services.ts");
  return { openRoleDatabase, startServices };
}

/** The scheduler's thread holds the queue, because it uses it most; without one, the main thread does. */
async function chooseHolder(
  { config, roles, log, ends }: Start,
  {
    openedDatabase,
    fallbackLocation,
  }: { openedDatabase: OpenDatabase | null; fallbackLocation: string | null },
): Promise<EngineOptions["holder"]> {
  if (openedDatabase !== null && roles.has("scheduler")) {
    const { connection, masterKeys } = openedDatabase;
    const queue = queueConnectionOf(config, roles);
    const artifactBytesMax = config.artifacts.bytesPerOrganizationMax;
    return {
      scheduler: {
        connection,
        masterKeys,
        queue,
        logLevel: config.log.level,
        fallbackLocation,
        artifactBytesMax,
        looksUpDomains: config.domains.rdapBootstrapUrl !== null,
      },
    };
  }
  const queue = await openQueue(queueConnectionOf(config, roles), { clock: systemClock, log });
  ends.push(() => queue.close());
  return { queue };
}

async function serveHealth({
  config,
  port,
  observed,
  log,
  ends,
}: Omit<Start, "roles"> & { port: number; observed: Observed }): Promise<string> {
  const metricsToken = config.http.metricsToken?.reveal() ?? null;
  const health = createHealthServer({ version, metricsToken, log, ...observed });
  ends.push(() => health.close(HEALTH_STOP_MS));
  return listen(health.server, { ...config.http, publicUrl: null, port });
}

/** Together shorter than the 30 s that a service manager allows for a shutdown. */
const ENGINE_STOP_MS = 18_000;
const HEALTH_STOP_MS = 1_000;
