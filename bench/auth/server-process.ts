import { once } from "node:events";
import process from "node:process";
import { identifyCallers } from "../../packages/server/src/api/http/callers/caller.ts";
import { createServer } from "../../packages/server/src/api/http/create-server.ts";
import { sendError } from "../../packages/server/src/api/http/error-response.ts";
import { registerRoutes } from "../../packages/server/src/api/http/register-routes.ts";
import { createApiKey } from "../../packages/server/src/api/resources/api-keys/service.ts";
import { createManualChecks } from "../../packages/server/src/api/resources/monitors/manual-check.ts";
import { monitorRoutes } from "../../packages/server/src/api/resources/monitors/routes.ts";
import { ensureFirstOrganization } from "../../packages/server/src/api/resources/organizations/service.ts";
import { TestRuns } from "../../packages/server/src/api/resources/runs/service-test-runs.ts";
import type { JsonRoute, RequestContext, Route } from "../../packages/server/src/api/routing/define-route.ts";
import { createJudge } from "../../packages/server/src/engine/checks/judge-finding.ts";
import { MemoryQueue } from "../../packages/server/src/engine/queue/memory.ts";
import { ComputedChecks } from "../../packages/server/src/pipeline/computed/computed-checks.ts";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import { startEmbedded } from "../../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { migrate } from "../../packages/server/src/platform/storage/migrate.ts";
import { openDatabase } from "../../packages/server/src/platform/storage/pool.ts";
import { makeMonitor } from "../../packages/server/test/builders.ts";
import { testVault } from "../../packages/server/test/vault.ts";

/**
 * The routes of monitors twice on one server: under /api/v1 with authentication, and under /open without it, for a fixed
 * organization. Writes one line of JSON once it listens, and exits when standard input ends.
 */

const MONITORS = 50;
/** The product's values, see roles/wiring/serve.ts. */
const CONNECTIONS_MAX = 10;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Never reached, but counted, because rate limiting is part of the cost. */
const REQUESTS_PER_MINUTE = 100_000_000;

const server = await startEmbedded({
  dataDir: process.argv[2] ?? "",
  log: silentLogger,
  clock: systemClock,
});
await migrate(server.connection, silentLogger);
const database = await openDatabase({
  connection: server.connection,
  log: silentLogger,
  maxConnections: CONNECTIONS_MAX,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
});
const nowMs = Date.now();
const orgId = (await ensureFirstOrganization(database, nowMs)).organization.id;
const { id: keyId, key } = await createApiKey(database, {
  orgId,
  name: "bench",
  scope: "read",
  createdBy: "bench",
  nowMs,
});
const ids: string[] = [];
for (let count = 0; count < MONITORS; count++) ids.push((await makeMonitor(database, { orgId })).id);

const app = createServer({ trustedProxies: false }, silentLogger);
app.setErrorHandler(sendError(silentLogger));
await identifyCallers(app, {
  db: database,
  clock: systemClock,
  identity: { findSession: async () => null, isSameOrigin: () => false },
  config: {
    requestsPerMinute: REQUESTS_PER_MINUTE,
    requestsPerMinuteWithoutKey: REQUESTS_PER_MINUTE,
    requestsPerMinuteOfOrganization: REQUESTS_PER_MINUTE,
  },
});
const queue = new MemoryQueue({ clock: systemClock });
const computed = new ComputedChecks({
  ...{ db: database, clock: systemClock, log: silentLogger },
  judge: createJudge(systemClock),
  looksUpDomains: true,
});
const manualChecks = createManualChecks({ queue, computed, clock: systemClock });
const testRuns = new TestRuns({ queue, computed, clock: systemClock });
const routes = monitorRoutes({
  availability: (orgId) => ({
    orgId,
    runners: queue.runners(),
    fallbackLocation: "default",
    isPrivate: () => false,
  }),
  manualChecks,
  testRuns,
  vault: testVault(),
});
const reads = routes.filter((route) => route.method === "GET" && route.kind === "json");
registerRoutes(app, [...reads, ...reads.map(withoutAuthentication)], {
  database,
  queue,
  log: silentLogger,
  clock: systemClock,
  publicUrl: null,
});
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, key, ids })}\n`);

process.stdin.resume();
await once(process.stdin, "end");
await app.close();
await database.close();
await server.stop();

/** The same handler without authentication. The cast is safe: the context has every field of an authenticated one. */
function withoutAuthentication(route: Route): JsonRoute {
  if (route.kind !== "json") throw new Error("only JSON routes can be opened");
  const actor = {
    kind: "key",
    keyId,
    orgId,
    scope: "read",
    location: null,
    projects: null,
    selector: null,
    name: "bench",
  } as const;
  return {
    ...route,
    id: `${route.id}Open`,
    url: route.url.replace("/api/v1", "/open") as `/${string}`,
    access: "public",
    handler: (ctx, input) => {
      const authenticated = { ...ctx, actor, orgId, db: database } as RequestContext;
      return route.handler(authenticated, input);
    },
  };
}
