import { createDiskArtifacts } from "../src/artifacts/disk.ts";
import { createGateway } from "../src/gateway/gateway.ts";
import { createTickets } from "../src/gateway/tickets.ts";
import type { Route } from "../src/http/define-route.ts";
import { createEventHub } from "../src/http/events/event-hub.ts";
import { createRoutes } from "../src/http/routes.ts";
import { createDocumentImporter } from "../src/importing/document-importer.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { silentLogger } from "../src/kernel/logger.ts";
import { createMemoryQueue } from "../src/queue/memory.ts";
import { createRecipients } from "../src/recipients/recipients.ts";
import { createBuiltInProvider } from "../src/resources/billing/built-in-provider.ts";
import { createRunWaiters } from "../src/resources/pipeline/run-waiters.ts";
import { createArtifactQuota } from "../src/runs/artifact-quota.ts";
import { NO_DATABASE } from "./no-database.ts";
import { testIdentity } from "./sessions.ts";
import { testVault } from "./vault.ts";

const queue = createMemoryQueue({ clock: systemClock });
/** All routes as the server has them, to be looked at: none of them is called. */
export const ROUTES: readonly Route[] = createRoutes({
  queue,
  identity: testIdentity(NO_DATABASE),
  database: NO_DATABASE,
  log: silentLogger,
  signUp: "invite",
  apiKeysMax: 0,
  mailer: { isConfigured: false, send: async () => {} },
  recipients: createRecipients({
    clock: systemClock,
    serverUrl: "http://localhost:80",
    secret: "signs nothing",
    needConfirmation: true,
    mailsPerHour: 0,
  }),
  vault: testVault(),
  sendOnChannel: async () => ({ ok: true, statusCode: 200 }),
  artifacts: createDiskArtifacts({ directory: "nothing is stored here" }),
  artifactQuota: createArtifactQuota({ bytesMax: null, clock: systemClock }),
  billing: createBuiltInProvider({ secret: "signs nothing" }),
  receiveStripeMessage: null,
  installationSecret: "signs nothing",
  clock: systemClock,
  hub: createEventHub(queue),
  runWaiters: createRunWaiters(queue),
  gateway: createGateway({ queue, clock: systemClock }),
  importer: createDocumentImporter(),
  tickets: createTickets({ secret: "signs nothing" }),
  staff: () => ({ runners: [], standIn: "default", isPrivate: () => false }),
  version: "test",
  readiness: async () => ({ checks: {} }),
  isDraining: () => false,
});

export function routeTitle({ method, url }: Route): string {
  return `${method} ${url}`;
}
