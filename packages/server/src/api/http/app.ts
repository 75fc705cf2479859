import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { createGateway } from "../../engine/gateway/gateway.ts";
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
import { ACCESS_CHANNEL } from "../../platform/storage/access-notice.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { Identity } from "../identity/identity.ts";
import { OIDC_CALLBACK_PATH } from "../identity/oidc.ts";
import { createDocumentImporter } from "../importing/document-importer.ts";
import { createRunWaiters } from "../resources/pipeline/run-waiters.ts";
import type { Route } from "../routing/define-route.ts";
import { acceptForms } from "../routing/form-body.ts";
import { sendWithCookies } from "../routing/visitor.ts";
import { refuseOtherMethods } from "./allowed-methods.ts";
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
 * The HTTP server: what holds for every request. It knows no resource but by the route table, and no
 * environment but what it is handed.
 */

export type HttpConfig = {
  version: string;
  /** Requests a minute of one credential; 0 means no limit. */
  requestsPerMinute: number;
  /** Requests a minute from one address without a valid credential; 0 means no limit. */
  requestsPerMinuteWithoutKey: number;
  /** Requests a minute of all keys and members of an organization; 0 means no limit. */
  requestsPerMinuteOfOrganization: number;
  /** Keys of an organization that work at the same time; 0 means no limit. */
  apiKeysMax: number;
  trustedProxies: TrustedProxies;
  /** Token for /metrics, which are closed without one. */
  metricsToken: string | null;
  /** The location whose runner makes the checks of locations without one; null for none. */
  standIn: string | null;
  /** Whether people need an invitation to sign up. */
  signUp: "invite" | "open";
  /** Where people reach this server, without a slash at its end; null where they do as their requests did. */
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
  /** Who is signed in, and how people sign in. */
  identity: Identity;
  mailer: Mailer;
  /** Whom organizations may have mailed. */
  recipients: Recipients;
  /** Seals and opens secrets. */
  vault: Vault;
  /** Sends the test message of an alert channel. */
  sendOnChannel: RouteTableDeps["sendOnChannel"];
  receiveStripeMessage: RouteTableDeps["receiveStripeMessage"];
  artifacts: ArtifactStore;
  artifactQuota: RouteTableDeps["artifactQuota"];
  /** Where plans are taken. */
  billing: RouteTableDeps["billing"];
  /** Signs links to artifacts and to the built-in checkout. */
  installationSecret: string;
  readiness: () => Promise<ReadinessReport>;
  /** Prometheus text of everything but HTTP. */
  metrics: () => Promise<string>;
  /** The built dashboard, or null. */
  dashboardDir: string | null;
  /** Between heartbeats of an event stream; a default where it is left out. */
  heartbeatMs?: number;
  /** How long a check by hand may take beyond its own timeouts; a default where it is left out. */
  manualCheckGraceMs?: number;
};

export type App = {
  server: FastifyInstance;
  routes: readonly Route[];
  /** Ends streams, refuses nothing that is under way, and is done after `deadlineMs` at the latest. */
  close(deadlineMs: number): Promise<void>;
};

export async function createApp(deps: AppDeps): Promise<App> {
  const { config, log } = deps;
  const server = createServer(config, log);
  let isDraining = false;
  const drain = createDrain(server.server);
  const hub = createEventHub(deps.queue);
  const runWaiters = createRunWaiters(deps.queue);
  const gateway = createGateway(deps);
  const importer = createDocumentImporter();
  const privateLocations = await watchPrivateLocations(deps);
  const routes = createRoutes({
    ...deps,
    hub,
    runWaiters,
    gateway,
    importer,
    tickets: createTickets({ secret: deps.installationSecret }),
    staff: () => ({
      runners: deps.queue.runners(),
      fallbackLocation: config.standIn,
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
    // Otherwise the connection of a request that was under way would stay open, and closing wait for it.
    if (isDraining) reply.header("connection", "close");
  });
  const requestMetrics = observeRequests(server, log);
  await allowOrigins(server, config.corsOrigins);
  await protectPages(server, config.publicUrl);
  acceptJsonBodies(server);
  acceptForms(server);
  sendWithCookies(server);
  auditDenials(server, deps);
  compressResponses(server);
  keepFromCaches(server);
  await identifyCallers(server, { ...deps, db: deps.database });
  await documentApi(server, config.version);
  registerRoutes(server, routes, { ...deps, publicUrl: config.publicUrl });
  serveOidcCallback(server, deps.identity);
  serveMetrics(server, { token: config.metricsToken, own: requestMetrics, rest: deps.metrics });
  refuseOtherMethods(server, [
    ...routes,
    { method: "GET", url: OIDC_CALLBACK_PATH },
    { method: "GET", url: "/metrics" },
    { method: "GET", url: OPENAPI_PATH },
  ]);
  const answerPage = await serveDashboard(server, deps.dashboardDir);
  server.setNotFoundHandler((request, reply) => {
    if (answerPage(request, reply)) return;
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

/** A year, as browsers ask for it. */
const HSTS_SECONDS = 31_536_000;

/**
 * Answers with tenants' data stay out of every cache, of a browser on a shared computer too; files of runs say for
 * themselves how long they hold. After `compressResponses`, which leaves alone what a route has said must not be stored.
 */
function keepFromCaches(server: FastifyInstance): void {
  server.addHook("onSend", async (request, reply) => {
    const { access = "public" } = request.routeOptions.config;
    if (access === "public" || reply.hasHeader("cache-control")) return;
    reply.header("cache-control", "no-store");
  });
}

/**
 * Headers for browsers: nothing may come from elsewhere, be framed or be guessed. `Strict-Transport-Security` where
 * the public address is https: a server on a local network may have no certificate. Subdomains are others' to decide.
 */
async function protectPages(server: FastifyInstance, publicUrl: string | null): Promise<void> {
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
