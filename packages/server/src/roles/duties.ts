import type { ArtifactStore } from "../artifacts/artifact-store.ts";
import type { Config } from "../config/read-config.ts";
import { startJobs } from "../jobs/jobs.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { OwnPort } from "../net/egress-policy.ts";
import { apiJobs, startApi } from "./api.ts";
import type { Engine } from "./engine.ts";
import type { Foundation } from "./foundation.ts";
import { heartbeatOf } from "./heartbeat.ts";
import { prepareMessaging } from "./messaging.ts";
import type { Observed } from "./observation.ts";
import type { Role } from "./roles.ts";
import { schedulerJobs } from "./scheduler.ts";
import { prepareStripe } from "./stripe.ts";

/** What the main thread of an API or a scheduler does beside keeping its threads. */
export type DutiesDeps = {
  config: Config;
  roles: ReadonlySet<Role>;
  /** On which this process listens. */
  port: number;
  ownPorts: readonly OwnPort[];
  standIn: string | null;
  foundation: Foundation;
  engine: Engine;
  artifacts: ArtifactStore;
  observed: Observed;
  log: Logger;
  ends: (() => Promise<void>)[];
};

/** Gives the API's address; null where this process does not serve it. */
export async function takeUpDuties(deps: DutiesDeps): Promise<string | null> {
  const { config, roles, port, ownPorts, foundation, engine, artifacts, observed, log, ends } = deps;
  const { connection, database } = foundation;
  const messaging = await prepareMessaging({ config, port, ownPorts, foundation, log });
  const stripe = await prepareStripe({ config, ownPorts, database, queue: engine.queue, log });
  const handlers = {
    ...(roles.has("scheduler") &&
      schedulerJobs({ config, foundation, messaging, stripe, port, queue: engine.queue, log })),
    ...(roles.has("api") && apiJobs({ database, artifacts })),
  };
  const jobs = await startJobs({ connection, log, handlers });
  ends.push(jobs.stop);
  const url = roles.has("api")
    ? await startApi({ ...deps, ...observed, messaging, stripe, queue: engine.queue })
    : null;
  if (!roles.has("scheduler")) return url;
  const { readiness } = observed;
  const endHeartbeat = heartbeatOf({
    config,
    ownPorts,
    log,
    readiness,
    engine,
    database,
    clock: systemClock,
  });
  if (endHeartbeat) ends.push(endHeartbeat);
  return url;
}
