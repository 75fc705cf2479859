import type { Config } from "../config/read-config.ts";
import type { HttpConfig } from "../http/app.ts";
import type { Logger } from "../kernel/logger.ts";
import type { OwnPort } from "../net/egress-policy.ts";
import type { MasterKeySource } from "../secrets/master-keys.ts";
import type { Connection } from "../storage/connection.ts";
import { version } from "../version.ts";
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
  const runner = (index: number): RunnerThreadData => ({
    name: config.runner.threads === 1 ? config.runner.name : `${config.runner.name}-${index + 1}`,
    location: config.runner.location,
    inFlightMax: config.runner.checksInFlightPerThreadMax,
    logLevel: config.log.level,
    egress: {
      mode: config.egress.mode,
      allow: [...config.egress.allow],
      deny: [...config.egress.deny],
      ownPorts: ownPorts(config, port),
    },
  });
  return {
    log,
    scheduler: { connection, logLevel: config.log.level, standIn: standInOf(config), masterKeys },
    runners: Array.from({ length: config.runner.threads }, (_, index) => runner(index)),
  };
}

function standInOf(config: Config): string | null {
  return config.runner.standsIn ? config.runner.location : null;
}

/** Ports of ours that no check may reach: the API on every address of this machine, and the database. */
export function ownPorts(config: Config, apiPort: number): OwnPort[] {
  const ports: OwnPort[] = [{ port: apiPort }];
  const url = config.database.url?.reveal();
  if (!url || !URL.canParse(url)) return ports;
  const { hostname, port } = new URL(url);
  return [...ports, { address: hostname, port: Number(port || 5_432) }];
}
