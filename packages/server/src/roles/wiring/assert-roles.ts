import type { Config } from "../../platform/config/read-config.ts";
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
  const words = `--role ${[...roles].join(",")}`;
  if (config.nats === null) {
    throw new StartError(
      `${words} works with other processes, which meet at a NATS server: set NATS_URL, as in NATS_URL=nats://nats.example.org:4222, or leave --role out.`,
    );
  }
  if (needsDatabase(roles) && config.database.url === null) {
    throw new StartError(
      `${words} needs a PostgreSQL that the other processes reach too: set DATABASE_URL, for the embedded one serves a single process that does all.`,
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
    warn("DATABASE_URL is set for a runner, which needs none: leave it out, for its checks are users' work.");
  }
  if (needsDatabase(roles) && config.http.publicUrl === null) {
    warn("VEDETTE_PUBLIC_URL is not set: links in messages name this machine, where the API may not be.");
  }
  if (roles.has("runner") && config.journeys.runsMax > 0 && config.s3 === null) {
    warn(
      `Files of journeys are kept in ${config.data.directory} of this machine: the API shows them only where it has the same VEDETTE_DATA, or where all have one S3_BUCKET.`,
    );
  }
}
