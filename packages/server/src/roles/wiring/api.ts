import { existsSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { CodeFolder } from "../../api/code/folder/code-folder.ts";
import { createApp } from "../../api/http/app.ts";
import type { ReadinessReport } from "../../api/http/health/readiness.ts";
import { setupUrl } from "../../api/identity/setup-link.ts";
import { incidentTexts } from "../../api/pages/languages/incident-texts.ts";
import { sweepArtifacts } from "../../api/resources/artifacts/removal.ts";
import { createBuiltInProvider } from "../../api/resources/billing/built-in-provider.ts";
import { createJudge } from "../../engine/checks/judge-finding.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import { ComputedChecks } from "../../pipeline/computed/computed-checks.ts";
import { type ReportJob, reportJobs } from "../../pipeline/reports/sending/send-reports.ts";
import { ArtifactQuota } from "../../pipeline/runs/artifact-quota.ts";
import { type SubscriberJob, subscriberJobs } from "../../pipeline/status-pages/broadcast/subscriber-jobs.ts";
import { verifyDueDomains } from "../../pipeline/status-pages/domains/verify-domains.ts";
import { postAutomaticIncidents } from "../../pipeline/status-pages/incidents/automatic-incidents.ts";
import type { ArtifactStore } from "../../platform/artifacts/artifact-store.ts";
import type { Config } from "../../platform/config/config.ts";
import type { JobHandlers } from "../../platform/jobs/job-definitions.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import { ownFile } from "../../platform/kernel/own-files.ts";
import type { OwnPort } from "../../platform/net/egress-policy.ts";
import { openInstallationSecret } from "../../platform/secrets/installation-secret.ts";
import { openMasterKeys } from "../../platform/secrets/master-keys.ts";
import type { DemoAccount } from "../demo/sample-people.ts";
import { listen, welcome } from "../observation/listen.ts";
import { printWelcome } from "../observation/print-welcome.ts";
import { keepServedAddress } from "../observation/served-address.ts";
import { startCodeFolder, withCodeFolder } from "./code-folder.ts";
import { httpConfig } from "./config-slices.ts";
import { ensureFirstAccount, makeSetupLink } from "./first-start.ts";
import type { Messaging } from "./messaging.ts";
import type { PdfOfReports } from "./notifications/reports.ts";
import { prepareSubscribers } from "./notifications/subscribers.ts";
import type { OpenDatabase } from "./open-database.ts";
import { pageAddresses, preparePageDomains } from "./page-domains.ts";
import type { Stripe } from "./stripe.ts";
import { prepareUserRequests } from "./user-requests.ts";

/** The role `api`: HTTP, event streams and the dashboard's files. */

/** Background work of the API: it has access to the artifacts and knows the texts of status pages. Schedulers do the rest. */
export type ApiJob =
  | "artifacts.sweep"
  | "status_pages.automatic"
  | "status_pages.domains"
  | SubscriberJob
  | ReportJob;

export async function apiJobs({
  artifacts,
  pdf: { printPdf },
  log,
  ...deps
}: {
  config: Config;
  port: number;
  ownPorts: readonly OwnPort[];
  openedDatabase: OpenDatabase;
  messaging: Pick<Messaging, "mailer" | "recipients">;
  artifacts: ArtifactStore;
  pdf: PdfOfReports;
  log: Logger;
}): Promise<Pick<JobHandlers, ApiJob>> {
  const { database } = deps.openedDatabase;
  const domains = {
    ...preparePageDomains(deps),
    addresses: pageAddresses(deps),
    database,
    clock: systemClock,
    log,
  };
  return {
    ...reportJobs({ database, clock: systemClock, log, printPdf, ...deps.messaging }),
    ...subscriberJobs(await prepareSubscribers({ ...deps, log })),
    "status_pages.automatic": (run) =>
      postAutomaticIncidents({ database, clock: systemClock, log, texts: incidentTexts }, run),
    "status_pages.domains": (run) => verifyDueDomains(domains, run),
    "artifacts.sweep": async ({ signal }) =>
      void (await sweepArtifacts(database, artifacts, { nowMs: systemClock.now(), signal })),
  };
}

export type ApiDeps = {
  config: Config;
  /** The port to listen on. */
  port: number;
  ownPorts: readonly OwnPort[];
  /** The location that runs the checks of locations without a runner; null if there is no such fallback. */
  fallbackLocation: string | null;
  openedDatabase: OpenDatabase;
  demoAccount: DemoAccount | null;
  messaging: Messaging;
  /** Null if it is not configured. */
  stripe: Stripe | null;
  queue: Queue;
  artifacts: ArtifactStore;
  pdf: PdfOfReports;
  log: Logger;
  readiness: () => Promise<ReadinessReport>;
  metrics: () => Promise<string>;
  /** Called after each attempt to apply the folder of monitoring as code. */
  onCodeFolder: (isApplied: boolean) => void;
  ends: (() => Promise<void>)[];
};

/** Everything of the API, except for listening. */
type PreparedApi = {
  /** Starts the server, prints its URL and returns it. */
  start(): Promise<string>;
};

export async function prepareApi(deps: ApiDeps): Promise<PreparedApi> {
  const { config, openedDatabase, ends } = deps;
  const { database, masterKeys, vault } = openedDatabase;
  const { identity, mailer, recipients, sendOnChannel, webPush, sendRequest, paging } = deps.messaging;
  const { queue, artifacts, log, readiness, metrics } = deps;
  let codeFolder: CodeFolder | null = null;
  const installationSecret = await openInstallationSecret(database, openMasterKeys(masterKeys));
  const app = await createApp({
    config: httpConfig(config, deps.fallbackLocation),
    database,
    identity,
    mailer,
    recipients,
    queue,
    computed: new ComputedChecks({
      ...{ db: database, clock: systemClock, log },
      judge: createJudge(systemClock),
      looksUpDomains: config.domains.rdapBootstrapUrl !== null,
    }),
    vault,
    sendOnChannel,
    webPush,
    sendRequest,
    sendContactCode: paging.sendContactCode,
    printPdf: deps.pdf.printPdf,
    artifacts,
    trashDays: config.retention.trashDays,
    nightlyBackups: config.backup.location !== null,
    artifactQuota: new ArtifactQuota({
      bytesMax: config.artifacts.bytesPerOrganizationMax,
      clock: systemClock,
    }),
    receiveStripeMessage: deps.stripe?.receive ?? null,
    pageDomains: preparePageDomains(deps),
    ...prepareUserRequests(deps),
    billing: deps.stripe?.provider ?? createBuiltInProvider({ secret: installationSecret }),
    installationSecret,
    log,
    clock: systemClock,
    readiness: async () => withCodeFolder(await readiness(), codeFolder),
    metrics,
    dashboardDir: existsSync(DASHBOARD) ? DASHBOARD : null,
    docsDir: existsSync(DOCS) ? DOCS : null,
  });
  ends.push(() => app.close(STOP_MS));
  const start = () => {
    codeFolder = startCodeFolder(deps, app.applyDocument);
    return serveApi(deps, app.server);
  };
  return { start };
}

async function serveApi(deps: ApiDeps, server: FastifyInstance): Promise<string> {
  const { config, port, log } = deps;
  const { database, firstKey } = deps.openedDatabase;
  const { identity } = deps.messaging;
  await ensureFirstAccount({ config, database, identity, log });
  const url = await listen(server, { ...config.http, port });
  await keepServedAddress(config.data.directory, url, log);
  // Not created at each start, because that would invalidate a link that was already sent.
  const setupToken = firstKey === null ? null : await makeSetupLink(database, systemClock.now());
  printWelcome(
    welcome({ url, firstKey, setupUrl: setupToken && setupUrl(url, setupToken), demo: deps.demoAccount }),
    log,
  );
  return url;
}

const DASHBOARD = ownFile("../dashboard/dist");
const DOCS = ownFile("../../docs");
/** A part of the 30 s that a service manager allows for a shutdown. */
const STOP_MS = 5_000;
