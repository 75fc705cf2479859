import { createApp } from "../../packages/server/src/api/http/app.ts";
import { OPENAPI_PATH } from "../../packages/server/src/api/http/openapi/openapi.ts";
import { createIdentity } from "../../packages/server/src/api/identity/identity.ts";
import { createBuiltInProvider } from "../../packages/server/src/api/resources/billing/built-in-provider.ts";
import { MemoryQueue } from "../../packages/server/src/engine/queue/memory.ts";
import { createRecipients } from "../../packages/server/src/pipeline/alerting/recipients/recipients.ts";
import { ArtifactQuota } from "../../packages/server/src/pipeline/runs/artifact-quota.ts";
import { DiskArtifacts } from "../../packages/server/src/platform/artifacts/disk.ts";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import type { Database } from "../../packages/server/src/platform/storage/database.ts";
import { version } from "../../packages/server/src/version.ts";

/**
 * Generates docs/reference/openapi.json from the document that the server itself serves. The server neither listens nor
 * connects to a database.
 */
export async function openApiDocument(): Promise<string> {
  const app = await createApp({
    config: {
      version,
      requestsPerMinute: 0,
      requestsPerMinuteWithoutKey: 0,
      pingsPerMinuteOfAddress: 0,
      compat: [],
      requestsPerMinuteOfOrganization: 0,
      apiKeysMax: 0,
      trustedProxies: false,
      metricsToken: null,
      fallbackLocation: null,
      publicUrl: null,
      statusDomain: null,
      corsOrigins: [],
      signUp: "invite",
      offersPlans: false,
    },
    identity: createIdentity({
      database: NO_DATABASE,
      clock: systemClock,
      log: silentLogger,
      secret: "unused: no session is created here",
      publicUrl: null,
      sendReset: null,
      oidc: null,
    }),
    mailer: { isConfigured: false, send: refuse },
    recipients: createRecipients({
      clock: systemClock,
      serverUrl: "http://localhost:80",
      secret: "signs nothing",
      needConfirmation: true,
      mailsPerHour: 0,
    }),
    vault: { seal: refuse, open: refuse },
    sendOnChannel: async () => ({ ok: true, statusCode: null }),
    sendRequest: refuse,
    webPush: { publicKey: async () => Buffer.alloc(65, 4), send: async () => [] },
    sendContactCode: async () => null,
    printPdf: refuse,
    artifacts: new DiskArtifacts({ directory: "unused" }),
    trashDays: 7,
    nightlyBackups: false,
    artifactQuota: new ArtifactQuota({ bytesMax: null, clock: systemClock }),
    billing: createBuiltInProvider({ secret: "signs nothing" }),
    receiveStripeMessage: null,
    pageDomains: {
      dns: { cname: refuse, addresses: refuse, txt: refuse },
      fetch: refuse,
      needsProof: false,
    },
    installationSecret: "signs nothing",
    database: NO_DATABASE,
    queue: new MemoryQueue({ clock: systemClock }),
    computed: { run: refuse },
    log: silentLogger,
    clock: systemClock,
    readiness: async () => ({ checks: {} }),
    metrics: async () => "",
    dashboardDir: null,
    docsDir: null,
    fetchIssuer: refuse,
    sendTelemetry: refuse,
  });
  const response = await app.server.inject({ method: "GET", url: OPENAPI_PATH });
  await app.close(0);
  if (response.statusCode !== 200)
    throw new Error(`${OPENAPI_PATH} returned ${response.statusCode}: ${response.body}`);
  return `${JSON.stringify(response.json(), null, 2)}\n`;
}

const refuse = () => Promise.reject(new Error("the reference is generated without a database"));

const NO_DATABASE: Database = {
  // Queried at startup for private locations; there are none.
  rows: async () => [],
  find: refuse,
  run: refuse,
  defer: refuse,
  transaction: refuse,
  executeForeign: refuse,
  listen: async () => async () => {},
  session: refuse,
  close: async () => {},
};
