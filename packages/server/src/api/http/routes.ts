import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Gateway } from "../../engine/gateway/gateway.ts";
import type { Tickets } from "../../engine/gateway/tickets.ts";
import type { OrgRunnerAvailability, RunnerAvailability } from "../../engine/locations/work-queue.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import type { Recipients } from "../../pipeline/alerting/recipients/recipients.ts";
import type { ComputedChecks } from "../../pipeline/computed/computed-checks.ts";
import type { WebPush } from "../../pipeline/on-call/push/web-push.ts";
import { createLimitedReads } from "../../pipeline/selectors/limited/limited-db.ts";
import { operationsOf } from "../../pipeline/targets/operations.ts";
import { FiguresCache } from "../../pipeline/telemetry/figures/figures-cache.ts";
import type { ArtifactStore } from "../../platform/artifacts/artifact-store.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { SendRequest } from "../../platform/net/send-request.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Database } from "../../platform/storage/database.ts";
import { refusingOperations } from "../code/managed/assert-may-edit.ts";
import { withManagement } from "../code/managed/with-management.ts";
import { codeRoutes } from "../code/routes.ts";
import type { Identity } from "../identity/identity.ts";
import type { DocumentImporter } from "../importing/document-importer.ts";
import { importRoutes } from "../imports/routes.ts";
import { incidentTexts } from "../pages/languages/incident-texts.ts";
import { activityRoutes } from "../resources/activity/routes.ts";
import { type AlertChannelDeps, alertChannelRoutes } from "../resources/alert-channels/routes.ts";
import { alertRuleRoutes } from "../resources/alert-rules/routes.ts";
import { alertRoutes } from "../resources/alerts/routes.ts";
import { apiKeyRoutes } from "../resources/api-keys/routes.ts";
import { API_MONITORS } from "../resources/api-monitors/api-monitor-type.ts";
import { apiMonitorRoutes } from "../resources/api-monitors/routes.ts";
import { type ArtifactRouteDeps, artifactRoutes } from "../resources/artifacts/routes.ts";
import { auditLogRoutes } from "../resources/audit-log/routes.ts";
import { auditStreamRoutes } from "../resources/audit-streams/routes.ts";
import { badgeRoutes } from "../resources/badges/routes.ts";
import type { BillingProvider } from "../resources/billing/provider.ts";
import { billingRoutes } from "../resources/billing/routes.ts";
import { type ReceiveStripeMessage, stripeRoutes } from "../resources/billing/stripe/routes.ts";
import { changeRoutes } from "../resources/changes/routes.ts";
import { codeTrustRoutes, type TrustRouteDeps } from "../resources/code-trusts/routes.ts";
import { type ContactMethodDeps, contactMethodRoutes } from "../resources/contact-methods/routes.ts";
import { deviceRoutes } from "../resources/device/routes.ts";
import { drillRoutes } from "../resources/drills/routes.ts";
import { escalationPolicyRoutes } from "../resources/escalation-policies/routes.ts";
import { evidenceRoutes } from "../resources/evidence/routes.ts";
import { exportRoutes } from "../resources/exports/routes.ts";
import { groupRoutes } from "../resources/groups/routes.ts";
import { HEARTBEATS } from "../resources/heartbeats/heartbeat-type.ts";
import { heartbeatRoutes } from "../resources/heartbeats/routes.ts";
import { toHeartbeatUpdate } from "../resources/heartbeats/to-heartbeat-update.ts";
import { identityProviderRoutes } from "../resources/identity-providers/routes.ts";
import { incidentRoutes } from "../resources/incidents/routes.ts";
import { invitationRoutes } from "../resources/invitations/routes.ts";
import { JOURNEYS } from "../resources/journeys/journey-type.ts";
import { journeyRoutes } from "../resources/journeys/routes.ts";
import { toJourneyUpdate } from "../resources/journeys/to-journey-update.ts";
import { locationRoutes } from "../resources/locations/routes.ts";
import { mailRecipientRoutes } from "../resources/mail-recipients/routes.ts";
import { maintenanceWindowRoutes } from "../resources/maintenance-windows/routes.ts";
import { markerRoutes } from "../resources/markers/routes.ts";
import { memberRoutes } from "../resources/members/routes.ts";
import { MetricsAnswers } from "../resources/metrics/answers/metrics-answers.ts";
import { metricsRoutes } from "../resources/metrics/routes.ts";
import { createManualChecks } from "../resources/monitors/manual-check.ts";
import { createMonitorType } from "../resources/monitors/monitor-type.ts";
import { monitorRoutes } from "../resources/monitors/routes.ts";
import { onCallRoutes } from "../resources/on-call/routes.ts";
import { onCallSettingsRoutes } from "../resources/on-call-settings/routes.ts";
import { organizationRoutes } from "../resources/organizations/routes.ts";
import { pastStateRoutes } from "../resources/past-state/routes.ts";
import { peopleRoutes } from "../resources/people/routes.ts";
import { pingKeyRoutes } from "../resources/ping-key/routes.ts";
import { pipelineRoutes } from "../resources/pipeline/routes.ts";
import type { RunWaiters } from "../resources/pipeline/run-waiters.ts";
import { preferencesRoutes } from "../resources/preferences/routes.ts";
import { pushDeviceRoutes } from "../resources/push-devices/routes.ts";
import { type ReportRouteDeps, reportRoutes } from "../resources/reports/routes.ts";
import { runnerRoutes } from "../resources/runners/routes.ts";
import { runRoutes } from "../resources/runs/routes.ts";
import { TestRuns } from "../resources/runs/service-test-runs.ts";
import { scheduleRoutes } from "../resources/schedules/routes.ts";
import { searchRoutes } from "../resources/search/routes.ts";
import { serviceHealthRoutes } from "../resources/service-health/routes.ts";
import { sloRoutes } from "../resources/slos/routes.ts";
import { statusPageRoutes } from "../resources/status-pages/routes.ts";
import type { StatusPageDeps } from "../resources/status-pages/routes-context.ts";
import { targetRoutes } from "../resources/targets/routes.ts";
import { telemetryExporterRoutes } from "../resources/telemetry-exporters/routes.ts";
import { trashRoutes } from "../resources/trash/routes.ts";
import { uptimeRoutes } from "../resources/uptime/routes.ts";
import { variableRoutes } from "../resources/variables/routes.ts";
import { viewRoutes } from "../resources/views/routes.ts";
import type { Route } from "../routing/define-route.ts";
import { createCheckStarters } from "./check-starters.ts";
import type { EventHub } from "./events/event-hub.ts";
import { eventRoutes } from "./events/routes.ts";
import { healthRoutes } from "./health/health.ts";
import type { ReadinessReport } from "./health/readiness.ts";
import { withLimitedKeys } from "./limited-keys/with-limited-keys.ts";

export type RouteTableDeps = {
  queue: Queue;
  computed: Pick<ComputedChecks, "run">;
  clock: Clock;
  identity: Identity;
  signUp: "invite" | "open";
  offersPlans: boolean;
  /** Maximum number of active keys of an organization; 0 means no limit. */
  apiKeysMax: number;
  recipients: Recipients;
  database: Database;
  log: Logger;
  mailer: Mailer;
  vault: Vault;
  publicUrl: string | null;
  statusDomain: string | null;
  pagePasswords: StatusPageDeps["pagePasswords"];
  pageDomains: StatusPageDeps["pageDomains"];
  renderPreview: StatusPageDeps["renderPreview"];
  /** Days until deleted targets are purged. */
  trashDays: number;
  /** Whether this installation makes backups at night. */
  nightlyBackups: boolean;
  fetchIssuer: TrustRouteDeps["fetchIssuer"];
  /** Reaches the receivers of telemetry. */
  sendTelemetry: SendRequest;
  sendOnChannel: AlertChannelDeps["sendOnChannel"];
  sendRequest: AlertChannelDeps["sendRequest"];
  webPush: WebPush;
  sendContactCode: ContactMethodDeps["sendContactCode"];
  printPdf: ReportRouteDeps["printPdf"];
  artifacts: ArtifactStore;
  artifactQuota: ArtifactRouteDeps["artifactQuota"];
  /** The provider of subscriptions. */
  billing: BillingProvider;
  /** Receives webhook events of Stripe; null if Stripe is not configured. */
  receiveStripeMessage: ReceiveStripeMessage;
  /** Signs links to artifacts and to the built-in checkout. */
  installationSecret: string;
  hub: EventHub;
  runWaiters: RunWaiters;
  gateway: Gateway;
  importer: DocumentImporter;
  tickets: Tickets;
  /** Which locations have runners. */
  availability: () => RunnerAvailability;
  version: string;
  readiness: () => Promise<ReadinessReport>;
  isDraining: () => boolean;
  heartbeatMs?: number;
  manualCheckGraceMs?: number;
};

/** All routes. The server, the OpenAPI document and the access tests are generated from this table. */
export function createRoutes(deps: RouteTableDeps): readonly Route[] {
  const { queue, computed } = deps;
  const availability = (orgId: OrgId): OrgRunnerAvailability => ({ ...deps.availability(), orgId });
  const grace = deps.manualCheckGraceMs !== undefined && { graceMs: deps.manualCheckGraceMs };
  const manualChecks = createManualChecks({ queue, computed, clock: deps.clock, ...grace });
  const testRuns = new TestRuns({ queue, computed, clock: deps.clock, ...grace });
  const operations = operationsOfKinds(deps.vault);
  const limitedReads = createLimitedReads(deps.database);
  const routes = withManagement([
    ...monitorRoutes({ availability, manualChecks, testRuns, vault: deps.vault }),
    ...apiMonitorRoutes({ availability, testRuns, vault: deps.vault, importer: deps.importer }),
    ...journeyRoutes({ availability, testRuns, vault: deps.vault, artifacts: deps.artifacts }),
    ...heartbeatRoutes({ availability }),
    ...importRoutes({ ...deps, availability }),
    ...pingKeyRoutes(),
    ...targetRoutes({
      availability,
      operations: refusingOperations(operations),
      starters: createCheckStarters({ availability, manualChecks, vault: deps.vault }),
    }),
    ...evidenceRoutes({ testRuns, availability }),
    ...codeRoutes({ ...deps, availability, operations }),
    ...groupRoutes(),
    ...uptimeRoutes(),
    ...serviceHealthRoutes({ nightlyBackups: deps.nightlyBackups }),
    ...pastStateRoutes(),
    ...activityRoutes(),
    ...changeRoutes(),
    ...searchRoutes(),
    ...trashRoutes({ operations, trashDays: deps.trashDays }),
    ...pipelineRoutes({ availability, runWaiters: deps.runWaiters }),
    ...runRoutes(),
    ...alertRoutes(),
    ...alertChannelRoutes(deps),
    ...mailRecipientRoutes(deps),
    ...alertRuleRoutes(),
    ...escalationPolicyRoutes(),
    ...[...sloRoutes(), ...reportRoutes(deps), ...exportRoutes()],
    ...incidentRoutes({
      ...deps,
      publish: (events) => queue.publishEvents(events),
      draftTexts: (language) => incidentTexts(language).draft,
    }),
    ...maintenanceWindowRoutes(),
    ...markerRoutes(),
    ...telemetryExporterRoutes({ ...deps, send: deps.sendTelemetry }),
    ...metricsOf(deps.clock),
    ...allOnCallRoutes(deps),
    ...statusPageRoutes(deps),
    ...badgeRoutes(),
    ...locationRoutes({ availability }),
    ...codeTrustRoutes(deps),
    ...variableRoutes(deps),
    ...viewRoutes(),
    ...accountRoutes(deps),
    ...billingRoutes(deps),
    ...stripeRoutes(deps.receiveStripeMessage),
    ...auditLogRoutes(),
    ...auditStreamRoutes(deps),
    ...artifactRoutes(deps),
    ...runnerRoutes(deps),
    ...eventRoutes({
      hub: deps.hub,
      limitedReads,
      identity: deps.identity,
      ...(deps.heartbeatMs !== undefined && { heartbeatMs: deps.heartbeatMs }),
    }),
    ...healthRoutes(deps),
  ]);
  return withLimitedKeys(routes, limitedReads);
}

function metricsOf(clock: Clock): Route[] {
  return metricsRoutes({ answers: new MetricsAnswers({ clock, figures: new FiguresCache(clock) }) });
}

function operationsOfKinds(vault: Vault) {
  return {
    monitor: operationsOf(createMonitorType(vault), (input) => input),
    api_monitor: operationsOf(API_MONITORS, (input) => input),
    journey: operationsOf(JOURNEYS, toJourneyUpdate),
    heartbeat: operationsOf(HEARTBEATS, toHeartbeatUpdate),
  };
}

/** Schedules, escalation, pages and drills. */
function allOnCallRoutes(deps: RouteTableDeps): Route[] {
  return [
    ...scheduleRoutes(),
    ...onCallRoutes(),
    ...onCallSettingsRoutes(),
    ...contactMethodRoutes(deps),
    ...drillRoutes(),
  ];
}

/** Organizations, people, and their keys and devices. */
function accountRoutes(deps: RouteTableDeps): Route[] {
  const { serverUrl } = deps.recipients;
  return [
    ...organizationRoutes(),
    ...memberRoutes(),
    ...preferencesRoutes(),
    ...pushDeviceRoutes(deps),
    ...invitationRoutes(deps),
    ...peopleRoutes({ ...deps, serverUrl, publicAddress: serverUrl }),
    ...identityProviderRoutes({ ...deps, dns: deps.pageDomains.dns, publicAddress: serverUrl }),
    ...deviceRoutes({ ...deps, keysMax: deps.apiKeysMax, serverUrl }),
    ...apiKeyRoutes({ availability: deps.availability, apiKeysMax: deps.apiKeysMax }),
  ];
}
