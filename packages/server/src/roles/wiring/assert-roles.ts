import type { Config } from "../../platform/config/config.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import { isSplit, type Role } from "../roles.ts";

/** Whether a process needs the database. */
export function needsDatabase(roles: ReadonlySet<Role>): boolean {
  return roles.has("api") || roles.has("scheduler");
}

/** Throws if the configuration does not support a process with only some roles. */
export function assertRoles(config: Config, roles: ReadonlySet<Role>): void {
  if (!isSplit(roles)) return;
  const option = `--role ${[...roles].join(",")}`;
  if (config.nats === null) {
    throw new StartError(
      `${option} requires a NATS server that connects the processes: set NATS_URL, as in NATS_URL=nats://nats.example.org:4222, or remove --role.`,
    );
  }
  if (needsDatabase(roles) && config.database.url === null) {
    throw new StartError(
      `${option} requires a PostgreSQL that the other processes can reach: set DATABASE_URL. The embedded one serves only a process with all roles.`,
    );
  }
}

/** Returns warnings about settings that work, but not as expected. */
export function logRoleWarnings(
  { config, roles }: { config: Config; roles: ReadonlySet<Role> },
  log: Logger,
): void {
  if (!isSplit(roles)) return;
  const warn = (warning: string) => log.warn("config.warning", { warning });
  if (!needsDatabase(roles) && config.database.url !== null) {
    warn(
      "DATABASE_URL is set for a runner, which does not use it: remove it, because a runner executes scripts of users.",
    );
  }
  if (needsDatabase(roles) && config.http.publicUrl === null) {
    warn(
      "VEDETTE_PUBLIC_URL is not set: links in messages point to this machine, which may not run the API.",
    );
  }
  if (roles.has("runner") && config.journeys.runsMax > 0 && config.s3 === null) {
    warn(
      `Files of journeys are stored in ${config.data.directory} on this machine: the API finds them only if it has the same VEDETTE_DATA, or if all processes have the same S3_BUCKET.`,
    );
  }
}
