import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { FastifyInstance } from "fastify";
import { Gateway } from "../../engine/gateway/gateway.ts";
import { createTickets } from "../../engine/gateway/tickets.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import type { Recipients } from "../../pipeline/alerting/recipients/recipients.ts";
import type { ComputedChecks } from "../../pipeline/computed/computed-checks.ts";
import { type PrivateLocations, watchPrivateLocations } from "../../pipeline/locations/private-locations.ts";
import type { ArtifactStore } from "../../platform/artifacts/artifact-store.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { SendRequest } from "../../platform/net/send-request.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Database } from "../../platform/storage/database.ts";
import { ACCESS_CHANNEL } from "../../platform/storage/notify-access-changed.ts";
import { type ApplyDocument, createApplyDocument } from "../code/apply-document.ts";
import type { Identity } from "../identity/identity.ts";
import { OIDC_CALLBACK_PATH } from "../identity/oidc/oidc-flow.ts";
import { createPasswordHashing } from "../identity/passwords/password-hash.ts";
import { DocumentImporter } from "../importing/document-importer.ts";
import { MCP_ROUTES, serveMcp } from "../mcp/serve-mcp.ts";
import { ACKNOWLEDGE_ROUTES, serveAcknowledgePage } from "../pages/acknowledge/serve-acknowledge-page.ts";
import { PAGE_ROUTE } from "../pages/page-hosts.ts";
import { renderPreview } from "../pages/render/preview.ts";
import { StatusPageServer } from "../pages/status-page-server.ts";
import { PingReceiver } from "../resources/heartbeats/receiving/ping-receiver.ts";
import { membershipOf } from "../resources/members/service.ts";
import { RunWaiters } from "../resources/pipeline/run-waiters.ts";
import type { Route } from "../routing/define-route.ts";
import { acceptForms } from "../routing/form-body.ts";
import { sendWithCookies } from "../routing/visitor.ts";
import { INBOUND_ROUTES, serveInbound } from "./acknowledge/serve-inbound.ts";
import { acceptJsonBodies } from "./bodies/json-body.ts";
import { CALENDAR_ROUTE, serveCalendars } from "./calendars/serve-calendars.ts";
import { auditDenials } from "./callers/audit-denials.ts";
import { isAllowed } from "./callers/authorize.ts";
import { identifyCallers } from "./callers/caller.ts";
import { asMcpClient } from "./callers/client-of-key.ts";
import type { RequestLimitConfig } from "./callers/request-limits.ts";
import { compressResponses } from "./compress-responses.ts";
import { allowOrigins, type CorsOrigins } from "./cors.ts";
import { createServer, type TrustedProxies } from "./create-server.ts";
import { LLMS_PATH, serveDocs } from "./docs/serve-docs.ts";
import { Drain } from "./drain.ts";
import { sendError } from "./error-response.ts";
import { EventHub } from "./events/event-hub.ts";
import { serveMetrics } from "./health/health.ts";
import type { ReadinessReport } from "./health/readiness.ts";
import { rejectUnknownMethods } from "./methods/allowed-methods.ts";
import { serveOidcCallback } from "./oidc-callback.ts";
import { CODE_SCHEMA_PATH, serveCodeSchema } from "./openapi/code-schema.ts";
import { documentApi, OPENAPI_PATH } from "./openapi/openapi.ts";
import { type CompatProduct, compatRoutes } from "./pings/compat/serve-compat.ts";
import { PING_ROUTES, servePings } from "./pings/serve-pings.ts";
import { registerRoutes } from "./register-routes.ts";
import { requestIdOf } from "./request-id.ts";
import { RequestMetrics } from "./request-metrics.ts";
import { addPageSecurityHeaders, disableCaching } from "./response-headers.ts";
import { createRoutes, type RouteTableDeps } from "./routes.ts";
import { readDashboardPage, serveDashboard } from "./static-files.ts";
import { serveTraceViewer } from "./trace-viewer/serve-trace-viewer.ts";

/**
 * The HTTP server: everything that applies to each request. It knows the resources only through the route
 * table, and takes its environment as parameters.
 */

export type HttpConfig = RequestLimitConfig & {
  version: string;
  /** Pings per minute from one address; 0 means no limit. */
  pingsPerMinuteOfAddress: number;
  /** Products whose senders may ping heartbeats. */
  compat: readonly CompatProduct[];
  /** Maximum number of active keys of an organization; 0 means no limit. */
  apiKeysMax: number;
  trustedProxies: TrustedProxies;
  /** Bearer token for /metrics. Without one, /metrics rejects every request. */
  metricsToken: string | null;
  /** The location that runs the checks of locations without a runner; null if there is no such fallback. */
  fallbackLocation: string | null;
  /** Whether users need an invitation to sign up. */
  signUp: "invite" | "open";
  /** Whether the operator offers plans; otherwise the dashboard shows no prices. */
  offersPlans: boolean;
  /** The public URL of this server, without a trailing slash; null to derive it from each request. */
  publicUrl: string | null;
  /** Domain below which status pages have host names of their own; null if they have none. */
  statusDomain: string | null;
  /** Origins whose pages may call the API with a key. */
  corsOrigins: CorsOrigins;
};

export type AppDeps = {
  config: HttpConfig;
  database: Database;
  queue: Queue;
  computed: Pick<ComputedChecks, "run">;
  log: Logger;
  clock: Clock;
  /** Sessions, and signing in. */
  identity: Identity;
  mailer: Mailer;
  /** The e-mail addresses to which organizations may send. */
  recipients: Recipients;
  /** Encrypts and decrypts secrets. */
  vault: Vault;
  /** Sends the test message of an alert channel. */
  sendOnChannel: RouteTableDeps["sendOnChannel"];
  /** Sends requests to Slack and Telegram. */
  sendRequest: SendRequest;
  /** Sends notifications to browsers. */
  webPush: RouteTableDeps["webPush"];
  sendContactCode: RouteTableDeps["sendContactCode"];
  /** Makes the PDFs of reports. */
  printPdf: RouteTableDeps["printPdf"];
  receiveStripeMessage: RouteTableDeps["receiveStripeMessage"];
  artifacts: ArtifactStore;
  artifactQuota: RouteTableDeps["artifactQuota"];
  trashDays: number;
  /** Whether this installation makes backups at night. */
  nightlyBackups: boolean;
  /** What the verification of domains of status pages needs. */
  pageDomains: RouteTableDeps["pageDomains"];
  /** Reaches the issuers of OIDC tokens of CI jobs. */
  fetchIssuer: RouteTableDeps["fetchIssuer"];
  sendTelemetry: RouteTableDeps["sendTelemetry"];
  /** The provider of subscriptions. */
  billing: RouteTableDeps["billing"];
  /** Signs links to artifacts and to the built-in checkout. */
  installationSecret: string;
  readiness: () => Promise<ReadinessReport>;
  /** Metrics in the Prometheus text format, except those of HTTP. */
  metrics: () => Promise<string>;
  /** The folder of the built dashboard, or null. */
  dashboardDir: string | null;
  /** The folder of the documentation, or null. */
  docsDir: string | null;
  /** Time between heartbeats of an event stream; optional. */
  heartbeatMs?: number;
  /** How long a manual check may take beyond its own timeouts; optional. */
  manualCheckGraceMs?: number;
};

/** Waiting pings that the database does not take within this time after the last request are lost. */
const PINGS_STORED_WITHIN_MS = 2_000;

export async function createApp(deps: AppDeps): Promise<App> {
  const app = new App(deps, await watchPrivateLocations(deps));
  await app.start();
  return app;
}

/** Use `createApp`, which also starts it. */
export class App {
  readonly server: FastifyInstance;
  readonly routes: readonly Route[];
  /** Applies a document of monitoring as code as the server itself. */
  readonly applyDocument: ApplyDocument;
  readonly #deps: AppDeps;
  readonly #privateLocations: PrivateLocations;
  readonly #drain: Drain;
  readonly #hub: EventHub;
  readonly #runWaiters: RunWaiters;
  readonly #gateway: Gateway;
  readonly #importer: DocumentImporter;
  readonly #pings: PingReceiver;
  readonly #statusPages: StatusPageServer;
  readonly #requestMetrics: RequestMetrics;
  #isDraining = false;
  #endListening: (() => Promise<void>) | null = null;

  constructor(deps: AppDeps, privateLocations: PrivateLocations) {
    const { config, queue } = deps;
    this.#deps = deps;
    this.#privateLocations = privateLocations;
    this.#requestMetrics = new RequestMetrics(deps.log);
    const pagePasswords = createPasswordHashing();
    this.#statusPages = new StatusPageServer({
      ...deps,
      ...{ publicUrl: config.publicUrl, statusDomain: config.statusDomain },
      secret: deps.installationSecret,
      serverUrl: deps.recipients.serverUrl,
      hashing: pagePasswords,
      isMember: (headers, orgId) => isMember(deps, headers, orgId),
    });
    this.server = createServer(config, deps.log, {
      rewriteUrl: this.#statusPages.rewriteUrl,
      answerEarly: (request, response) => this.#answerEarly(request, response),
    });
    this.#drain = new Drain(this.server.server);
    this.#hub = new EventHub(queue);
    this.#runWaiters = new RunWaiters(queue);
    this.#gateway = new Gateway(deps);
    this.#importer = new DocumentImporter();
    this.#pings = new PingReceiver({ ...deps, publish: (events) => queue.publishEvents(events) });
    const routeDeps: RouteTableDeps = {
      ...deps,
      hub: this.#hub,
      runWaiters: this.#runWaiters,
      gateway: this.#gateway,
      importer: this.#importer,
      tickets: createTickets({ secret: deps.installationSecret }),
      availability: () => ({
        runners: queue.runners(),
        fallbackLocation: config.fallbackLocation,
        isPrivate: privateLocations.has,
      }),
      publicUrl: config.publicUrl,
      statusDomain: config.statusDomain,
      ...{ pagePasswords, renderPreview },
      signUp: config.signUp,
      offersPlans: config.offersPlans,
      apiKeysMax: config.apiKeysMax,
      version: config.version,
      isDraining: () => this.#isDraining,
    };
    this.routes = createRoutes(routeDeps);
    this.applyDocument = createApplyDocument(
      { ...routeDeps, availability: (orgId) => ({ ...routeDeps.availability(), orgId }) },
      { kind: "system", name: "config folder" },
    );
  }

  async start(): Promise<void> {
    const { server, routes } = this;
    const { config, log, database } = this.#deps;
    server.setErrorHandler(sendError(log));
    server.addHook("onRequest", async (request, reply) => {
      reply.header("x-request-id", request.id);
    });
    server.addHook("onSend", async (_request, reply) => {
      // Otherwise the connection of a request in flight would stay open, and closing would wait for it.
      if (this.#isDraining) reply.header("connection", "close");
    });
    this.#requestMetrics.observe(server);
    await allowOrigins(server, config.corsOrigins);
    const page = await readDashboardPage(this.#deps.dashboardDir);
    addPageSecurityHeaders(server, { publicUrl: config.publicUrl, page });
    acceptJsonBodies(server);
    acceptForms(server);
    sendWithCookies(server);
    auditDenials(server, this.#deps);
    compressResponses(server);
    disableCaching(server);
    await identifyCallers(server, { ...this.#deps, db: database });
    documentApi(server, config.version);
    serveCodeSchema(server);
    registerRoutes(server, routes, { ...this.#deps, publicUrl: config.publicUrl });
    serveOidcCallback(server, { ...this.#deps, publicAddress: this.#deps.recipients.serverUrl });
    const { pingsPerMinuteOfAddress, compat } = config;
    servePings(server, { receiver: this.#pings, pingsPerMinuteOfAddress, compat });
    const { clock, queue } = this.#deps;
    serveCalendars(server, { db: database, clock });
    const publish = (events: LiveEvent[]) => queue.publishEvents(events);
    serveAcknowledgePage(server, { database, clock, publish });
    serveInbound(server, { ...this.#deps, publicUrl: config.publicUrl, publish });
    serveMcp(server, { routes, version: config.version, clock, origins: config, isAllowed, asMcpClient });
    await serveDocs(server, { directory: this.#deps.docsDir, publicUrl: config.publicUrl });
    serveMetrics(server, { token: config.metricsToken, own: this.#requestMetrics, rest: this.#deps.metrics });
    rejectUnknownMethods(server, [
      ...routes,
      ...PING_ROUTES,
      CALENDAR_ROUTE,
      ...ACKNOWLEDGE_ROUTES,
      ...INBOUND_ROUTES,
      ...compatRoutes(compat),
      ...MCP_ROUTES,
      { method: "GET", url: OIDC_CALLBACK_PATH },
      { method: "GET", url: "/metrics" },
      { method: "GET", url: OPENAPI_PATH },
      { method: "GET", url: LLMS_PATH },
      { method: "GET", url: CODE_SCHEMA_PATH },
    ]);
    await serveTraceViewer(server, config.publicUrl);
    this.#statusPages.register(server);
    const serveDashboardPage = await serveDashboard(server, this.#deps.dashboardDir);
    server.setNotFoundHandler((request, reply) => {
      if (serveDashboardPage(request, reply)) return;
      throw new AppError("NOT_FOUND", "There is nothing at this path. /docs lists what there is.");
    });
    await this.#statusPages.start();
    await server.ready();
    this.#endListening = await database.listen(ACCESS_CHANNEL, (orgId) => this.#hub.recheck(orgId || null));
    await this.#pings.start();
  }

  /** Status pages that are in memory cost a fraction of other requests, and have the most visitors. */
  #answerEarly(request: IncomingMessage, response: ServerResponse): boolean {
    const { clock } = this.#deps;
    const startMs = clock.monotonic();
    const requestId = requestIdOf(request);
    const status = this.#statusPages.answerEarly(request, response, requestId);
    if (status === null) return false;
    const durationMs = clock.monotonic() - startMs;
    this.#requestMetrics.record({ ...{ method: "GET", route: PAGE_ROUTE }, status, durationMs, requestId });
    return true;
  }

  /** Ends streams, completes requests in flight, and resolves after `deadlineMs` at the latest. */
  async close(deadlineMs: number): Promise<void> {
    this.#isDraining = true;
    this.#hub.close();
    this.#runWaiters.close();
    this.#gateway.close();
    await this.#endListening?.();
    await this.#statusPages.stop();
    await this.#privateLocations.stop();
    await this.#importer.close();
    const closed = this.server.close();
    this.#drain.start(deadlineMs);
    await closed;
    await this.#pings.stop(this.#deps.clock.monotonic() + PINGS_STORED_WITHIN_MS);
  }
}

/** Whether the session cookie in these headers belongs to a member of the organization. */
async function isMember(
  { identity, database }: Pick<AppDeps, "identity" | "database">,
  headers: IncomingHttpHeaders,
  orgId: OrgId,
): Promise<boolean> {
  const session = headers.cookie === undefined ? null : await identity.findSession(headers);
  if (!session) return false;
  const { personId, sessionId } = session;
  const membership = await membershipOf(database, { orgId, personId, sessionId });
  return membership !== null && !membership.lacksTwoFactor && !membership.lacksSingleSignOn;
}
