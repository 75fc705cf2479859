import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { identityJobs } from "../../api/identity/identity-jobs.ts";
import { dropExpiredTokenKeys } from "../../api/resources/api-keys/service-token-keys.ts";
import { dropOldEntries } from "../../api/resources/audit-log/service.ts";
import { billingJobs } from "../../api/resources/billing/billing-jobs.ts";
import { stripeJobs } from "../../api/resources/billing/stripe/stripe-jobs.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import { remindOfAlerts } from "../../pipeline/alerting/alerts/remind.ts";
import { dropOldAlerts } from "../../pipeline/alerting/alerts/retention.ts";
import { deliveryJobs } from "../../pipeline/alerting/delivery/deliver.ts";
import { evaluationJobs } from "../../pipeline/alerting/evaluation-jobs.ts";
import { createStoredSuppression } from "../../pipeline/alerting/maintenance/suppression.ts";
import { auditStreamJobs } from "../../pipeline/audit-streams/send-streams.ts";
import { dropOldChanges } from "../../pipeline/changes/drop-old-changes.ts";
import { keepRunnerVersions } from "../../pipeline/changes/runners/keep-runner-versions.ts";
import { domainJobs } from "../../pipeline/domains/domain-jobs.ts";
import type { EvidenceJob } from "../../pipeline/evidence/evidence-jobs.ts";
import { dropOldBodies } from "../../pipeline/heartbeats/bodies/drop-old-bodies.ts";
import { incidentJobs } from "../../pipeline/incidents/incident-jobs.ts";
import { dropOldMarkers } from "../../pipeline/markers/drop-old-markers.ts";
import { escalationJobs } from "../../pipeline/on-call/escalations/escalation-jobs.ts";
import { resultJobs } from "../../pipeline/results/result-jobs.ts";
import { runSelfChecks } from "../../pipeline/service-health/self-check.ts";
import { keepSloFigures } from "../../pipeline/slos/keep-figures.ts";
import { purgeTrash } from "../../pipeline/targets/trash.ts";
import { telemetryJobs } from "../../pipeline/telemetry/exporters/send-telemetry.ts";
import type { Config } from "../../platform/config/config.ts";
import type { JobHandlers } from "../../platform/jobs/job-definitions.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../platform/net/egress-policy.ts";
import { createFetchJson } from "../../platform/net/fetch-json.ts";
import { createSendRequest } from "../../platform/net/send-request.ts";
import { createSendOverTls } from "../../platform/net/tls/send-over-tls.ts";
import { version } from "../../version.ts";
import type { ApiJob } from "./api.ts";
import { backupJobs } from "./backups/backup-jobs.ts";
import type { Messaging } from "./messaging.ts";
import type { OpenDatabase } from "./open-database.ts";
import type { Stripe } from "./stripe.ts";

/**
 * The role `scheduler`, apart from the thread that schedules and records: the background work, which
 * schedulers share through the database.
 */
export function schedulerJobs({
  config,
  openedDatabase,
  messaging,
  stripe,
  port,
  ownPorts,
  queue,
  log,
  onSelfCheck,
}: {
  config: Config;
  openedDatabase: OpenDatabase;
  messaging: Messaging;
  /** Null if it is not configured. */
  stripe: Stripe | null;
  /** The port that this process listens on. */
  port: number;
  ownPorts: readonly OwnPort[];
  queue: Queue;
  log: Logger;
  onSelfCheck: (passed: boolean) => void;
}): Omit<JobHandlers, ApiJob | EvidenceJob> {
  const clock = systemClock;
  const { database, vault } = openedDatabase;
  const suppression = createStoredSuppression(clock);
  const publish = (events: readonly LiveEvent[]) => queue.publishEvents(events);
  const evaluation = { database, clock, log, suppression, publish };
  const egress = createEgress({ policy: createEgressPolicy({ ...config.egress, ownPorts: () => ownPorts }) });
  const serverUrl = config.http.publicUrl ?? `http://localhost:${port}`;
  return {
    ...backupJobs({ config, openedDatabase, log }),
    ...telemetryJobs({ database, clock, log, vault, version, send: createSendRequest(egress) }),
    ...auditStreamJobs({
      ...{ database, clock, log, vault, mailer: messaging.mailer },
      ...{ sendRequest: createSendRequest(egress), sendOverTls: createSendOverTls(egress) },
      ...{ publicUrl: serverUrl, host: new URL(serverUrl).hostname },
    }),
    ...resultJobs({
      ...{ database, clock, log },
      retentionDays: config.retention.days,
      closeDays: config.retention.closeDays,
    }),
    "api_keys.expiry": async () => void (await dropExpiredTokenKeys({ database, clock })),
    "markers.retention": (run) => dropOldMarkers({ database, clock }, run),
    "changes.runner_versions": () => keepRunnerVersions({ database, queue, clock }),
    "changes.retention": (run) => dropOldChanges({ database, clock }, run),
    "targets.purge": ({ signal }) =>
      purgeTrash(database, { days: config.retention.trashDays, nowMs: clock.now(), signal }),
    ...identityJobs({ database, clock }),
    ...deliveryJobs(messaging.deliveries),
    ...messaging.paging.jobs(),
    ...billingJobs({
      database,
      clock,
      log,
      mailer: messaging.mailer,
      serverUrl,
      publish,
    }),
    ...stripeJobs(stripe?.deps ?? null, log),
    "alerts.remind": ({ signal }) => remindOfAlerts({ database, clock, suppression }, { signal }),
    ...evaluationJobs(evaluation),
    "slos.measure": (run) => keepSloFigures({ database, clock }, run),
    ...domainJobs({
      ...{ db: database, clock, log },
      fetch: createFetchJson(egress),
      bootstrapUrl: config.domains.rdapBootstrapUrl,
      random: Math.random,
    }),
    ...incidentJobs({ database, clock, log, publish }),
    ...escalationJobs({
      ...{ database, clock, log, suppression, mailer: messaging.mailer },
      publicUrl: serverUrl,
    }),
    "alerts.retention": ({ signal }) => dropOldAlerts({ database, clock }, { signal }),
    "heartbeats.bodies": ({ signal }) => dropOldBodies(database, signal),
    "service.self_check": () => runSelfChecks({ database, queue, clock, log, onChecked: onSelfCheck }),
    "audit.retention": async () => void (await dropOldEntries(database, clock.now())),
  };
}
