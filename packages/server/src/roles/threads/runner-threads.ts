import { createHash } from "node:crypto";
import { join } from "node:path";
import type { ArtifactLocation } from "../../platform/artifacts/open-artifacts.ts";
import type { Config } from "../../platform/config/config.ts";
import type { OwnPort } from "../../platform/net/egress-policy.ts";
import type { OpenDatabase } from "../wiring/open-database.ts";
import type { BrowserThreadData } from "./browser-thread.ts";
import type { RunnerThreadData } from "./runner-thread.ts";

/** Reports for the main thread, which sends them over NATS: a message between threads costs as much as 10 reports. */
const FLEET_REPORT_DELAY_MS = 50;

/**
 * The role `runner`: threads that run checks, and one that runs journeys. It needs no database and may run
 * anywhere that reaches the queue.
 */
export function runnerThreads({
  config,
  ownPorts,
  version,
}: {
  config: Config;
  ownPorts: readonly OwnPort[];
  /** Undefined if this process runs a scheduler, too. */
  version: string | undefined;
}): RunnerThreadData[] {
  const { name, threads, checksInFlightPerThreadMax, canaries, evidenceResolver } = config.runner;
  const common = commonOf(config, ownPorts);
  return Array.from({ length: threads }, (_, index) => ({
    ...common,
    version,
    reportDelayMs: version === undefined ? undefined : FLEET_REPORT_DELAY_MS,
    egress: { ...common.egress, unixSockets: [...config.egress.unixSockets] },
    name: threads === 1 ? name : `${name}-${index + 1}`,
    thread: threads === 1 ? "runner" : `runner-${index + 1}`,
    inFlightMax: checksInFlightPerThreadMax,
    canaries: [...canaries],
    evidenceResolver,
  }));
}

/** The thread that runs journeys; null if none are run. */
export function browserThread({
  config,
  ownPorts,
  artifacts,
  openedDatabase,
}: {
  config: Config;
  ownPorts: readonly OwnPort[];
  artifacts: ArtifactLocation;
  /** Null if this process has no database. */
  openedDatabase: OpenDatabase | null;
}): BrowserThreadData | null {
  const { chromiumPath, runsMax, scripts, browserSandbox, browsersMax, searchPath } = config.journeys;
  if (runsMax === 0) return null;
  return {
    ...commonOf(config, ownPorts),
    name: config.runner.name,
    runsMax,
    artifacts,
    workDirectory: workDirectoryOf(config),
    hiddenPaths: hiddenPaths(config, openedDatabase),
    chromiumPath,
    scripts,
    browserSandbox,
    browsersMax,
    searchPath,
  };
}

function commonOf({ runner, log, egress }: Config, ownPorts: readonly OwnPort[]) {
  return {
    location: runner.location,
    logLevel: log.level,
    sharePercent: runner.organizationSharePercent,
    egress: {
      mode: egress.mode,
      allow: [...egress.allow],
      deny: [...egress.deny],
      portsDeny: [...egress.portsDeny],
      ownPorts: [...ownPorts],
    },
  };
}

/** Paths that no script may read. */
export function hiddenPaths({ data: { directory } }: Config, openedDatabase: OpenDatabase | null): string[] {
  const connection = openedDatabase?.connection;
  return connection && "socketDir" in connection ? [directory, connection.socketDir] : [directory];
}

/**
 * One folder for each installation, outside its data directory and accessible only to its user. The path is
 * short, because Chromium creates a socket in it, whose path has at most 107 characters.
 */
export function workDirectoryOf({ data, journeys }: Config): string {
  const name = createHash("sha256").update(data.directory).digest("hex").slice(0, 8);
  return join(journeys.temporaryDirectory, `vdt-${name}`);
}
