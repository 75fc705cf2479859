import { EventHub } from "../src/api/http/events/event-hub.ts";
import { createRoutes } from "../src/api/http/routes.ts";
import { createPasswordHashing } from "../src/api/identity/passwords/password-hash.ts";
import { DocumentImporter } from "../src/api/importing/document-importer.ts";
import { createBuiltInProvider } from "../src/api/resources/billing/built-in-provider.ts";
import { RunWaiters } from "../src/api/resources/pipeline/run-waiters.ts";
import type { Route } from "../src/api/routing/define-route.ts";
import { Gateway } from "../src/engine/gateway/gateway.ts";
import { createTickets } from "../src/engine/gateway/tickets.ts";
import { MemoryQueue } from "../src/engine/queue/memory.ts";
import { createRecipients } from "../src/pipeline/alerting/recipients/recipients.ts";
import { ArtifactQuota } from "../src/pipeline/runs/artifact-quota.ts";
import { DiskArtifacts } from "../src/platform/artifacts/disk.ts";
import { systemClock } from "../src/platform/kernel/clock.ts";
import { silentLogger } from "../src/platform/kernel/logger.ts";
import { NO_DOMAINS } from "./app.ts";
import { NO_DATABASE } from "./database/no-database.ts";
import { testIdentity } from "./sessions.ts";
import { testVault } from "./vault.ts";

const queue = new MemoryQueue({ clock: systemClock });
/** All routes of the server, for tests that inspect them. They are never called. */
export const ROUTES: readonly Route[] = createRoutes({
  queue,
  computed: { run: () => Promise.reject(new Error("no route is called")) },
  identity: testIdentity(NO_DATABASE),
  database: NO_DATABASE,
  log: silentLogger,
  signUp: "invite",
  offersPlans: false,
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
  sendRequest: () => Promise.reject(new Error("no route is called")),
  webPush: { publicKey: async () => Buffer.alloc(65, 4), send: async () => [] },
  sendContactCode: async () => null,
  printPdf: () => Promise.reject(new Error("no route is called")),
  artifacts: new DiskArtifacts({ directory: "nothing is stored here" }),
  trashDays: 7,
  nightlyBackups: false,
  artifactQuota: new ArtifactQuota({ bytesMax: null, clock: systemClock }),
  publicUrl: null,
  statusDomain: null,
  pagePasswords: createPasswordHashing(),
  pageDomains: NO_DOMAINS,
  fetchIssuer: NO_DOMAINS.fetch,
  sendTelemetry: () => Promise.reject(new Error("there is no network")),
  renderPreview: async () => null,
  billing: createBuiltInProvider({ secret: "signs nothing" }),
  receiveStripeMessage: null,
  installationSecret: "signs nothing",
  clock: systemClock,
  hub: new EventHub(queue),
  runWaiters: new RunWaiters(queue),
  gateway: new Gateway({ queue, clock: systemClock }),
  importer: new DocumentImporter(),
  tickets: createTickets({ secret: "signs nothing" }),
  availability: () => ({ runners: [], fallbackLocation: "default", isPrivate: () => false }),
  version: "test",
  readiness: async () => ({ checks: {} }),
  isDraining: () => false,
});

export function routeTitle({ method, url }: Route): string {
  return `${method} ${url}`;
}
