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
  artifacts,
  openedDatabase,
  version,
}: {
  config: Config;
  ownPorts: readonly OwnPort[];
  artifacts: ArtifactLocation;
  /** Null if this process has no database. */
  openedDatabase: OpenDatabase | null;
  /** Undefined if this process runs a scheduler, too. */
  version: string | undefined;
}): { runners: RunnerThreadData[]; browser: BrowserThreadData | null } {
  const { name, location, threads, checksInFlightPerThreadMax, canaries, evidenceResolver } = config.runner;
  const { organizationSharePercent: sharePercent } = config.runner;
  const egress = {
    mode: config.egress.mode,
    allow: [...config.egress.allow],
    deny: [...config.egress.deny],
    portsDeny: [...config.egress.portsDeny],
    ownPorts: [...ownPorts],
  };
  const common = { location, logLevel: config.log.level, sharePercent, egress };
  const runners = Array.from({ length: threads }, (_, index) => ({
    ...common,
    version,
    reportDelayMs: version === undefined ? undefined : FLEET_REPORT_DELAY_MS,
    egress: { ...egress, unixSockets: [...config.egress.unixSockets] },
    name: threads === 1 ? name : `${name}-${index + 1}`,
    thread: threads === 1 ? "runner" : `runner-${index + 1}`,
    inFlightMax: checksInFlightPerThreadMax,
    canaries: [...canaries],
    evidenceResolver,
  }));
  const { chromiumPath, runsMax, scripts, browserSandbox, browsersMax, searchPath } = config.journeys;
  if (runsMax === 0) return { runners, browser: null };
  const browser: BrowserThreadData = {
    ...common,
    name,
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
  return { runners, browser };
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
