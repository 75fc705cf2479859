import { join } from "node:path";
import type { HttpConfig } from "../../api/http/app.ts";
import type { ArtifactLocation } from "../../platform/artifacts/open-artifacts.ts";
import type { Config } from "../../platform/config/config.ts";
import { version } from "../../version.ts";
import { isSplit, type Role } from "../roles.ts";

/** The parts of the configuration for each part of the process. */

export function httpConfig(config: Config, fallbackLocation: string | null): HttpConfig {
  return {
    version,
    requestsPerMinute: config.http.requestsPerMinute,
    requestsPerMinuteOfOrganization: config.http.requestsPerMinuteOfOrganization,
    apiKeysMax: config.http.apiKeysMax,
    requestsPerMinuteWithoutKey: config.http.requestsPerMinuteWithoutKey,
    pingsPerMinuteOfAddress: config.http.pingsPerMinuteOfAddress,
    compat: config.http.compat,
    trustedProxies: config.http.trustedProxies,
    metricsToken: config.http.metricsToken?.reveal() ?? null,
    fallbackLocation,
    publicUrl: config.http.publicUrl,
    statusDomain: config.http.statusDomain,
    corsOrigins: config.http.corsOrigins,
    signUp: config.signUp,
    offersPlans: config.billing.plansFile !== null || config.stripe !== null,
  };
}

/** Where files of runs are stored. */
export function artifactLocation({ data, s3, artifacts }: Config): ArtifactLocation {
  const { freeBytesMin } = artifacts;
  if (s3 === null) return { directory: join(data.directory, "artifacts"), freeBytesMin };
  const { credentials, ...place } = s3;
  const revealed = credentials && {
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey.reveal(),
  };
  return { s3: { ...place, credentials: revealed } };
}

/**
 * The location that runs the checks of locations without a runner; null if there is none. Only a process with
 * all roles has such a runner. In a fleet each location has its own runners.
 */
export function fallbackLocationOf(config: Config, roles: ReadonlySet<Role>): string | null {
  return config.runner.isFallback && !isSplit(roles) ? config.runner.location : null;
}
