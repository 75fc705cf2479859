import { StorageMails } from "../../pipeline/service-health/problems/storage-mails.ts";
import type { ArtifactStore } from "../../platform/artifacts/artifact-store.ts";
import type { Config } from "../../platform/config/config.ts";
import { type Jobs, startJobs } from "../../platform/jobs/jobs.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { OwnPort } from "../../platform/net/egress-policy.ts";
import type { DemoAccount } from "../demo/sample-people.ts";
import { heartbeatOf } from "../observation/heartbeat.ts";
import type { Observed } from "../observation/observation.ts";
import type { Role } from "../roles.ts";
import type { Engine } from "../threads/engine.ts";
import { apiJobs, prepareApi } from "./api.ts";
import { prepareEvidence } from "./evidence.ts";
import { prepareMessaging } from "./messaging.ts";
import { preparePdf } from "./notifications/reports.ts";
import type { OpenDatabase } from "./open-database.ts";
import { schedulerJobs } from "./scheduler-jobs.ts";
import { prepareStripe } from "./stripe.ts";

/** Starts the work of an API's or a scheduler's main thread, apart from supervising its threads. */
export type ServicesDeps = {
  config: Config;
  roles: ReadonlySet<Role>;
  /** The port that this process listens on. */
  port: number;
  ownPorts: readonly OwnPort[];
  fallbackLocation: string | null;
  openedDatabase: OpenDatabase;
  /** Of a demo that this start has created; null otherwise. */
  demoAccount: DemoAccount | null;
  engine: Engine;
  /** Resolves when the threads run; the API responds and jobs start only then. */
  engineStarting: Promise<void>;
  artifacts: ArtifactStore;
  observed: Observed;
  log: Logger;
  ends: (() => Promise<void>)[];
};

/** Returns the API URL, or null if this process has no API. */
export async function startServices(deps: ServicesDeps): Promise<string | null> {
  const { config, roles, port, ownPorts, openedDatabase, engine, artifacts, observed, log, ends } = deps;
  const { fallbackLocation, engineStarting } = deps;
  const { database } = openedDatabase;
  const { service } = observed;
  const messaging = await prepareMessaging({
    ...{ config, port, ownPorts, openedDatabase, log },
    onDelivered: service.observeDelivery,
  });
  const stripe = await prepareStripe({ config, ownPorts, database, queue: engine.queue, log });
  const pdf = preparePdf({ config, ownPorts, openedDatabase });
  ends.push(pdf.close);
  const handlers = {
    ...(roles.has("scheduler") && {
      ...schedulerJobs({
        ...{ config, openedDatabase, messaging, stripe, port, ownPorts, queue: engine.queue, log },
        onSelfCheck: service.countSelfCheck,
      }),
      ...prepareEvidence({ ...openedDatabase, queue: engine.queue, fallbackLocation, log }),
    }),
    ...(roles.has("api") &&
      (await apiJobs({ config, port, ownPorts, openedDatabase, messaging, artifacts, pdf, log }))),
  };
  let jobs: Jobs | null = null;
  ends.push(async () => jobs?.stop());
  const api = roles.has("api")
    ? await prepareApi({
        ...deps,
        ...observed,
        onCodeFolder: service.setCodeFolder,
        messaging,
        stripe,
        pdf,
        queue: engine.queue,
      })
    : null;
  await engineStarting;
  jobs = await startJobs({ database, log, handlers });
  const url = api && (await api.start());
  if (!roles.has("scheduler")) return url;
  const mails = new StorageMails({
    ...{ database, log, clock: systemClock, mailer: messaging.mailer },
    publicUrl: config.http.publicUrl ?? `http://localhost:${port}`,
    problems: () => observed.problems.problems(),
  });
  mails.start();
  ends.push(() => mails.stop());
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
