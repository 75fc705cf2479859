import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { Gateway } from "../../engine/gateway/gateway.ts";
import { createTickets } from "../../engine/gateway/tickets.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import type { Recipients } from "../../pipeline/alerting/recipients/recipients.ts";
import { watchPrivateLocations } from "../../pipeline/locations/private-locations.ts";
import type { ArtifactStore } from "../../platform/artifacts/artifact-store.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Database } from "../../platform/storage/database.ts";
import { ACCESS_CHANNEL } from "../../platform/storage/notify-access-changed.ts";
import type { Identity } from "../identity/identity.ts";
import { OIDC_CALLBACK_PATH } from "../identity/oidc.ts";
import { createDocumentImporter } from "../importing/document-importer.ts";
import { createRunWaiters } from "../resources/pipeline/run-waiters.ts";
import type { Route } from "../routing/define-route.ts";
import { acceptForms } from "../routing/form-body.ts";
import { sendWithCookies } from "../routing/visitor.ts";
import { rejectUnknownMethods } from "./allowed-methods.ts";
import { acceptJsonBodies } from "./bodies/json-body.ts";
import { auditDenials } from "./callers/audit-denials.ts";
import { identifyCallers } from "./callers/caller.ts";
import { compressResponses } from "./compress-responses.ts";
import { allowOrigins, type CorsOrigins } from "./cors.ts";
import { createServer, type TrustedProxies } from "./create-server.ts";
import { createDrain } from "./drain.ts";
import { sendError } from "./error-response.ts";
import { createEventHub } from "./events/event-hub.ts";
import { serveMetrics } from "./health/health.ts";
import type { ReadinessReport } from "./health/readiness.ts";
import { serveOidcCallback } from "./oidc-callback.ts";
import { documentApi, OPENAPI_PATH } from "./openapi/openapi.ts";
import { registerRoutes } from "./register-routes.ts";
import { observeRequests } from "./request-metrics.ts";
import { createRoutes, type RouteTableDeps } from "./routes.ts";
import { serveDashboard } from "./static-files.ts";

/**
 * The HTTP server: everything that applies to each request. It knows the resources only through the route
 * table, and takes its environment as parameters.
 */

export type HttpConfig = {
  version: string;
  /** Requests per minute of one credential; 0 means no limit. */
  requestsPerMinute: number;
  /** Requests per minute from one address without a valid credential; 0 means no limit. */
  requestsPerMinuteWithoutKey: number;
  /** Requests per minute of all keys and members of an organization; 0 means no limit. */
  requestsPerMinuteOfOrganization: number;
  /** Maximum number of active keys of an organization; 0 means no limit. */
  apiKeysMax: number;
  trustedProxies: TrustedProxies;
  /** Bearer token for /metrics. Without one, /metrics is closed. */
  metricsToken: string | null;
  /** The location that runs the checks of locations without a runner; null if there is no such fallback. */
  fallbackLocation: string | null;
  /** Whether users need an invitation to sign up. */
  signUp: "invite" | "open";
  /** The public URL of this server, without a trailing slash; null to derive it from each request. */
  publicUrl: string | null;
  /** Origins whose pages may call the API with a key. */
  corsOrigins: CorsOrigins;
};

export type AppDeps = {
  config: HttpConfig;
  database: Database;
  queue: Queue;
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
  receiveStripeMessage: RouteTableDeps["receiveStripeMessage"];
  artifacts: ArtifactStore;
  artifactQuota: RouteTableDeps["artifactQuota"];
  /** The provider of subscriptions. */
  billing: RouteTableDeps["billing"];
  /** Signs links to artifacts and to the built-in checkout. */
  installationSecret: string;
  readiness: () => Promise<ReadinessReport>;
  /** Metrics in the Prometheus text format, except those of HTTP. */
  metrics: () => Promise<string>;
  /** The folder of the built dashboard, or null. */
  dashboardDir: string | null;
  /** Time between heartbeats of an event stream; optional. */
  heartbeatMs?: number;
  /** How long a manual check may take beyond its own timeouts; optional. */
  manualCheckGraceMs?: number;
};

export type App = {
  server: FastifyInstance;
  routes: readonly Route[];
  /** Ends streams, completes requests in flight, and resolves after `deadlineMs` at the latest. */
  close(deadlineMs: number): Promise<void>;
};

export async function createApp(deps: AppDeps): Promise<App> {
  const { config, log } = deps;
  const server = createServer(config, log);
  let isDraining = false;
  const drain = createDrain(server.server);
  const hub = createEventHub(deps.queue);
  const runWaiters = createRunWaiters(deps.queue);
  const gateway = new Gateway(deps);
  const importer = createDocumentImporter();
  const privateLocations = await watchPrivateLocations(deps);
  const routes = createRoutes({
    ...deps,
    hub,
    runWaiters,
    gateway,
    importer,
    tickets: createTickets({ secret: deps.installationSecret }),
    availability: () => ({
      runners: deps.queue.runners(),
      fallbackLocation: config.fallbackLocation,
      isPrivate: privateLocations.has,
    }),
    signUp: config.signUp,
    apiKeysMax: config.apiKeysMax,
    version: config.version,
    isDraining: () => isDraining,
  });

  server.setErrorHandler(sendError(log));
  server.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  server.addHook("onSend", async (_request, reply) => {
    // Otherwise the connection of a request in flight would stay open, and closing would wait for it.
    if (isDraining) reply.header("connection", "close");
  });
  const requestMetrics = observeRequests(server, log);
  await allowOrigins(server, config.corsOrigins);
  await addPageSecurityHeaders(server, config.publicUrl);
  acceptJsonBodies(server);
  acceptForms(server);
  sendWithCookies(server);
  auditDenials(server, deps);
  compressResponses(server);
  disableCaching(server);
  await identifyCallers(server, { ...deps, db: deps.database });
  await documentApi(server, config.version);
  registerRoutes(server, routes, { ...deps, publicUrl: config.publicUrl });
  serveOidcCallback(server, deps.identity);
  serveMetrics(server, { token: config.metricsToken, own: requestMetrics, rest: deps.metrics });
  rejectUnknownMethods(server, [
    ...routes,
    { method: "GET", url: OIDC_CALLBACK_PATH },
    { method: "GET", url: "/metrics" },
    { method: "GET", url: OPENAPI_PATH },
  ]);
  const serveDashboardPage = await serveDashboard(server, deps.dashboardDir);
  server.setNotFoundHandler((request, reply) => {
    if (serveDashboardPage(request, reply)) return;
    throw new AppError("NOT_FOUND", "There is nothing at this path. /docs lists what there is.");
  });
  await server.ready();
  const endListening = await deps.database.listen(ACCESS_CHANNEL, (orgId) => hub.recheck(orgId || null));

  return {
    server,
    routes,
    async close(deadlineMs) {
      isDraining = true;
      hub.close();
      runWaiters.close();
      gateway.close();
      await endListening();
      await privateLocations.stop();
      await importer.close();
      const closed = server.close();
      drain.start(deadlineMs);
      await closed;
    },
  };
}

/** One year. */
const HSTS_SECONDS = 31_536_000;

/**
 * Keeps responses with tenant data out of every cache, including that of a browser on a shared computer.
 * Files of runs set their own cache lifetime. Runs after `compressResponses`, which does not compress a
 * response that its route marked `no-store`.
 */
function disableCaching(server: FastifyInstance): void {
  server.addHook("onSend", async (request, reply) => {
    const { access = "public" } = request.routeOptions.config;
    if (access === "public" || reply.hasHeader("cache-control")) return;
    reply.header("cache-control", "no-store");
  });
}

/**
 * Headers for browsers: no content from other origins, no framing, no content sniffing.
 * `Strict-Transport-Security` is sent only if the public URL is https, because a server on a local network
 * may have no certificate. It excludes subdomains, because other operators may own them.
 */
async function addPageSecurityHeaders(server: FastifyInstance, publicUrl: string | null): Promise<void> {
  await server.register(helmet, {
    strictTransportSecurity: publicUrl?.startsWith("https://")
      ? { maxAge: HSTS_SECONDS, includeSubDomains: false }
      : false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: "deny" },
  });
}
