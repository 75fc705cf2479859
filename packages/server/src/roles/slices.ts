import { createHash } from "node:crypto";
import { join } from "node:path";
import type { ArtifactPlace } from "../artifacts/open-artifacts.ts";
import type { Config } from "../config/read-config.ts";
import type { HttpConfig } from "../http/app.ts";
import type { Logger } from "../kernel/logger.ts";
import type { OwnPort } from "../net/egress-policy.ts";
import type { MasterKeySource } from "../secrets/master-keys.ts";
import type { Connection } from "../storage/connection.ts";
import { version } from "../version.ts";
import type { BrowserThreadData } from "./browser-thread.ts";
import type { EngineOptions } from "./engine.ts";
import type { RunnerThreadData } from "./runner-thread.ts";

/** What each part of the process is handed of the configuration. */

export function httpConfig(config: Config): HttpConfig {
  return {
    version,
    requestsPerMinute: config.http.requestsPerMinute,
    requestsPerMinuteWithoutKey: config.http.requestsPerMinuteWithoutKey,
    trustedProxies: config.http.trustedProxies,
    metricsToken: config.http.metricsToken?.reveal() ?? null,
    standIn: standInOf(config),
    publicUrl: config.http.publicUrl,
    signUp: config.signUp,
  };
}

export function engineOptions({
  config,
  port,
  connection,
  masterKeys,
  log,
}: {
  config: Config;
  /** On which the API listens. */
  port: number;
  connection: Connection;
  masterKeys: MasterKeySource;
  log: Logger;
}): EngineOptions {
  const egress = {
    mode: config.egress.mode,
    allow: [...config.egress.allow],
    deny: [...config.egress.deny],
    ownPorts: ownPorts(config, port),
  };
  const runner = (index: number): RunnerThreadData => ({
    name: config.runner.threads === 1 ? config.runner.name : `${config.runner.name}-${index + 1}`,
    location: config.runner.location,
    inFlightMax: config.runner.checksInFlightPerThreadMax,
    canaries: [...config.runner.canaries],
    logLevel: config.log.level,
    egress,
  });
  return {
    log,
    scheduler: { connection, logLevel: config.log.level, standIn: standInOf(config), masterKeys },
    runners: Array.from({ length: config.runner.threads }, (_, index) => runner(index)),
    browser: config.journeys.runsMax === 0 ? null : browserThread(config, egress, connection),
  };
}

function browserThread(
  config: Config,
  egress: BrowserThreadData["egress"],
  connection: Connection,
): BrowserThreadData {
  const { chromiumPath, runsMax, scripts, temporaryDirectory, searchPath } = config.journeys;
  const { directory } = config.data;
  // One for each installation, outside of its data, which nobody else may enter; short, for Chromium makes a
  // socket in it, whose path has at most 107 characters.
  const name = createHash("sha256").update(directory).digest("hex").slice(0, 8);
  return {
    name: config.runner.name,
    location: config.runner.location,
    runsMax,
    logLevel: config.log.level,
    egress,
    artifacts: artifactPlace(config),
    workDirectory: join(temporaryDirectory, `vdt-${name}`),
    hiddenPaths: "socketDir" in connection ? [directory, connection.socketDir] : [directory],
    chromiumPath,
    scripts,
    searchPath,
  };
}

/** Where files of runs are kept. */
export function artifactPlace({ data, s3 }: Config): ArtifactPlace {
  if (s3 === null) return { directory: join(data.directory, "artifacts") };
  const { credentials, ...place } = s3;
  const revealed = credentials && {
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey.reveal(),
  };
  return { s3: { ...place, credentials: revealed } };
}

function standInOf(config: Config): string | null {
  return config.runner.standsIn ? config.runner.location : null;
}

/** Ports of ours that no check may reach: the API on every address of this machine, the database, and NATS. */
export function ownPorts(config: Config, apiPort: number): OwnPort[] {
  const ports: OwnPort[] = [{ port: apiPort }, ...natsPorts(config)];
  const url = config.database.url?.reveal();
  if (!url || !URL.canParse(url)) return ports;
  const { hostname, port } = new URL(url);
  return [...ports, { address: hostname, port: Number(port || 5_432) }];
}

function natsPorts({ nats }: Config): OwnPort[] {
  const urls = nats?.url.reveal().split(",") ?? [];
  return urls.map((text) => {
    const { hostname, port } = new URL(text.trim());
    return { address: hostname.replaceAll(/[[\]]/g, ""), port: Number(port || 4_222) };
  });
}
