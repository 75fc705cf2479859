import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REPORT_KEPT_MS } from "@vedette/contract/runners/runner-protocol.ts";
import { HttpsQueue } from "../../engine/remote/https-queue.ts";
import { FileReportStore } from "../../engine/remote/report-store/report-store.ts";
import { ServerLink } from "../../engine/remote/server-link.ts";
import { DiskArtifacts } from "../../platform/artifacts/disk.ts";
import type { Config } from "../../platform/config/config.ts";
import { readConfig } from "../../platform/config/read-config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import { createLogger, type Logger } from "../../platform/kernel/logger.ts";
import { watchParent } from "../../platform/kernel/parent-watch.ts";
import { createServerClient } from "../../platform/net/server-client.ts";
import { version } from "../../version.ts";
import { RUNS_IN_FLIGHT_MAX } from "../threads/api-runs-in-flight.ts";
import { collectGarbage } from "../threads/collect-garbage.ts";
import { RemoteThreads } from "../threads/remote-threads.ts";
import { onStopSignal } from "./stop-signal.ts";
import { makeWorkDirectory } from "./work-directory.ts";

/**
 * A runner at a private location: the threads that run checks and journeys, and a queue that reaches the
 * server over HTTPS. It needs no database, and stores reports only while the server is unavailable; temporary files
 * are deleted on exit.
 */
export async function runRemotely(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const server = serverOf(config);
  const log = createLogger(config.log.level);
  for (const warning of config.warnings) log.warn("config.warning", { warning });
  const directory = await makeWorkDirectory(config.journeys.temporaryDirectory);
  const artifacts = new DiskArtifacts({ directory: `${directory.path}/files` });
  const client = createServerClient(server);
  const { name, threads: threadCount } = config.runner;
  let refuse: (error: unknown) => void = () => {};
  const refused = new Promise<unknown>((resolve) => {
    refuse = resolve;
  });
  const queue = new HttpsQueue({
    link: new ServerLink({ client, key: server.key, version }),
    runner: name,
    version,
    capacity: {
      checks: config.runner.checksInFlightPerThreadMax * threadCount,
      api_monitor: RUNS_IN_FLIGHT_MAX * threadCount,
      journey: config.journeys.runsMax,
    },
    artifacts,
    store: new FileReportStore({
      directory: join(config.server.reportsDirectory, folderOf(server, name)),
      bytesMax: config.server.reportsBytesMax,
      ageMaxMs: REPORT_KEPT_MS,
      clock: systemClock,
      log,
    }),
    keptBytesMax: config.server.reportsBytesMax,
    clock: systemClock,
    log,
    onRejected: refuse,
  });
  const threads = await RemoteThreads.start({ config, queue, directory: directory.path, log });

  async function stop(): Promise<void> {
    queue.pause();
    await threads.stop(THREADS_STOP_MS);
    await handIn(queue, log);
    client.close();
    await directory.remove();
  }

  watchParent(onStopSignal(log, stop));
  await queue.start();
  log.info("process.ready", { url: server.url.origin, runner: name, pid: process.pid });
  collectGarbage();
  const reason = await refused;
  // Results of checks in flight can no longer be reported.
  queue.pause();
  await threads.stop(0);
  await directory.remove();
  throw new StartError(`The server ${server.url.origin} refused this runner: ${messageOf(reason)}`);
}

/** Together shorter than the 30 s that a service manager allows for a shutdown. */
const THREADS_STOP_MS = 18_000;
const HAND_IN_MS = 6_000;

async function handIn(queue: HttpsQueue, log: Logger): Promise<void> {
  const isDrained = await queue.stop(systemClock.monotonic() + HAND_IN_MS);
  if (!isDrained) log.warn("runner.drain_timed_out");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reports of one server must never reach another one, and several runners may share a folder. */
function folderOf({ url }: Server, name: string): string {
  return `${createHash("sha256").update(url.origin).digest("hex").slice(0, 12)}-${name}`;
}

type Server = { url: URL; key: string; ca: string | null };

function serverOf({ server }: Config): Server {
  if (server.url === null) {
    throw new StartError("Say which server to work for: vedette runner --server https://vedette.example.org");
  }
  if (server.key === null) {
    throw new StartError(
      "A runner needs a key: make one of scope runner (Settings, API keys) and put it into VEDETTE_KEY, or name its " +
        "file in VEDETTE_KEY_FILE.",
    );
  }
  const url = new URL(server.url);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new StartError(
      "The server's address may have neither a password nor a query: the key is all it needs.",
    );
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !server.allowsInsecureHttp) {
    throw new StartError(
      `${url.origin} is not encrypted, and jobs contain secrets: use https://, or --insecure-http in a trusted network.`,
    );
  }
  return { url, key: server.key.reveal(), ca: server.ca === null ? null : readCertificate(server.ca) };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

function readCertificate(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new StartError(`The certificate ${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}
