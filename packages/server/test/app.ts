import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role, Scope } from "@vedette/contract/people/scopes.ts";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { type App, type AppDeps, createApp, type HttpConfig } from "../src/api/http/app.ts";
import type { IdentityDeps } from "../src/api/identity/identity-context.ts";
import { createApiKey } from "../src/api/resources/api-keys/service.ts";
import { createBuiltInProvider } from "../src/api/resources/billing/built-in-provider.ts";
import { readPlans } from "../src/api/resources/billing/plans.ts";
import { offerPlans } from "../src/api/resources/billing/service-plans.ts";
import { addMember } from "../src/api/resources/members/service.ts";
import { createJudge } from "../src/engine/checks/judge-finding.ts";
import { MemoryQueue } from "../src/engine/queue/memory.ts";
import type { Queue } from "../src/engine/queue/queue.ts";
import { createRecipients } from "../src/pipeline/alerting/recipients/recipients.ts";
import { ComputedChecks } from "../src/pipeline/computed/computed-checks.ts";
import { createWebPush } from "../src/pipeline/on-call/push/web-push.ts";
import { ArtifactQuota } from "../src/pipeline/runs/artifact-quota.ts";
import type { ArtifactStore } from "../src/platform/artifacts/artifact-store.ts";
import { DiskArtifacts } from "../src/platform/artifacts/disk.ts";
import { systemClock } from "../src/platform/kernel/clock.ts";
import { AppError } from "../src/platform/kernel/errors.ts";
import { silentLogger } from "../src/platform/kernel/logger.ts";
import type { Db } from "../src/platform/storage/database.ts";
import { makeOrganization } from "./builders.ts";
import { type TestDatabase, testDatabase } from "./database/database.ts";
import { makePerson, OWN_ORIGIN, type TestPerson, testIdentity } from "./sessions.ts";
import { testVault } from "./vault.ts";

/** Signs links and tickets. */
export const INSTALLATION_SECRET = "signs links in tests";

/** The location of the runner key of each organization. */
export const RUNNERS_LOCATION = "home";

/** An organization with a key of each scope. */
export type TestOrg = { orgId: string; keys: Record<Scope, string> };

export type TestApp = {
  app: App;
  database: TestDatabase["database"];
  queue: Queue;
  artifacts: ArtifactStore;
  /** Deletes the sessions of a person. */
  endSessions(personId: string): Promise<void>;
  call(
    key: string | null,
    request: InjectOptions & { method: NonNullable<InjectOptions["method"]>; url: string },
  ): Promise<LightMyRequestResponse>;
  /** Makes a request like the dashboard of a signed-in person. */
  callAs(
    person: TestPerson,
    request: InjectOptions & { method: NonNullable<InjectOptions["method"]>; url: string },
  ): Promise<LightMyRequestResponse>;
  stop(): Promise<void>;
};

const CONFIG: HttpConfig = {
  version: "0.0.0-test",
  requestsPerMinute: 0,
  requestsPerMinuteWithoutKey: 0,
  pingsPerMinuteOfAddress: 0,
  compat: [],
  requestsPerMinuteOfOrganization: 0,
  apiKeysMax: 0,
  trustedProxies: [],
  metricsToken: null,
  fallbackLocation: "default",
  publicUrl: null,
  statusDomain: null,
  corsOrigins: [],
  signUp: "invite",
  offersPlans: false,
};

/** No domain of a status page can be verified. */
export const NO_DOMAINS: AppDeps["pageDomains"] = {
  dns: { cname: async () => [], addresses: async () => [], txt: async () => [] },
  fetch: () => Promise.reject(new Error("there is no network")),
  needsProof: false,
};

type TestAppOptions = {
  config?: Partial<HttpConfig>;
  identity?: Partial<IdentityDeps>;
  artifactBytesMax?: number | null;
  /** A database that exists already, which is dropped with the app. */
  existing?: TestDatabase;
} & Partial<
  Pick<
    AppDeps,
    | "readiness"
    | "metrics"
    | "dashboardDir"
    | "docsDir"
    | "heartbeatMs"
    | "manualCheckGraceMs"
    | "log"
    | "clock"
    | "mailer"
    | "recipients"
    | "sendOnChannel"
    | "webPush"
    | "sendRequest"
    | "sendContactCode"
    | "printPdf"
    | "billing"
    | "pageDomains"
    | "vault"
    | "receiveStripeMessage"
    | "fetchIssuer"
    | "sendTelemetry"
  >
>;

/** Starts the whole HTTP server with its own database and a queue without runners. */
export async function startTestApp({
  config,
  identity: identityOptions,
  artifactBytesMax = null,
  existing,
  ...rest
}: TestAppOptions = {}): Promise<TestApp> {
  const { database, drop } = existing ?? (await testDatabase());
  await offerPlans(database, readPlans(null));
  const queue = new MemoryQueue({ clock: systemClock });
  const identity = testIdentity(database, { ...identityOptions });
  const directory = mkdtempSync(join(tmpdir(), "vedette-artifacts-"));
  const artifacts = new DiskArtifacts({ directory });
  const app = await createApp({
    identity,
    mailer: { isConfigured: false, send: () => Promise.reject(new Error("no mailer is configured")) },
    recipients: createRecipients({
      clock: systemClock,
      serverUrl: "http://localhost:80",
      secret: INSTALLATION_SECRET,
      needConfirmation: false,
      mailsPerHour: 0,
    }),
    vault: testVault(),
    sendOnChannel: async () => ({ ok: true, statusCode: 200 }),
    sendRequest: () => Promise.reject(new Error("there is no network")),
    webPush: createWebPush({
      ...{ database, clock: systemClock, secret: INSTALLATION_SECRET, serverUrl: "http://localhost:80" },
      request: () => Promise.reject(new Error("there is no network")),
    }),
    sendContactCode: async () => null,
    printPdf: () => Promise.reject(new AppError("SERVICE_UNAVAILABLE", "This server cannot make a PDF now.")),
    receiveStripeMessage: null,
    artifacts,
    trashDays: 7,
    nightlyBackups: true,
    artifactQuota: new ArtifactQuota({ bytesMax: artifactBytesMax, clock: systemClock }),
    pageDomains: NO_DOMAINS,
    fetchIssuer: NO_DOMAINS.fetch,
    sendTelemetry: () => Promise.reject(new Error("there is no network")),
    billing: createBuiltInProvider({ secret: INSTALLATION_SECRET }),
    installationSecret: INSTALLATION_SECRET,
    database,
    queue,
    computed: new ComputedChecks({
      ...{ db: database, clock: systemClock, log: silentLogger },
      judge: createJudge(systemClock),
      looksUpDomains: true,
    }),
    log: silentLogger,
    clock: systemClock,
    readiness: async () => ({ checks: { storage: { ok: true } } }),
    metrics: async () => "",
    dashboardDir: null,
    docsDir: null,
    ...rest,
    config: { ...CONFIG, ...config },
  });
  return {
    app,
    database,
    queue,
    artifacts,
    endSessions: (personId) => identity.endSessionsOf(database, personId),
    callAs: (person, request) =>
      app.server.inject({
        ...request,
        headers: { cookie: person.cookie, origin: OWN_ORIGIN, ...request.headers },
      }),
    call: (key, request) =>
      app.server.inject({
        ...request,
        headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...request.headers },
      }),
    async stop() {
      await app.close(1_000);
      await drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export async function makeOrg(db: Db): Promise<TestOrg> {
  const orgId = await makeOrganization(db);
  const createKey = async (scope: Scope) => {
    const location = scope === "runner" ? RUNNERS_LOCATION : null;
    const projects = scope === "code" ? ["*"] : null;
    const input = { orgId, name: scope, scope, location, projects, createdBy: "test", nowMs: Date.now() };
    return (await createApiKey(db, input)).key;
  };
  const [agent, read, admin] = [await createKey("agent"), await createKey("read"), await createKey("admin")];
  const [runner, code] = [await createKey("runner"), await createKey("code")];
  return { orgId, keys: { agent, read, admin, runner, code } };
}

/** Creates a member of an organization. */
export async function makeMember(
  db: Db,
  { orgId, role }: { orgId: string; role: Role },
): Promise<TestPerson & { membershipId: string }> {
  const person = await makePerson(db);
  const { membershipId } = await addMember(db, { orgId, personId: person.id, role, nowMs: Date.now() });
  return { ...person, membershipId };
}

/** Returns the port of an app that listens on TCP. */
export function portOf(app: App): number {
  const address = app.server.server.address();
  if (address === null || typeof address === "string") throw new Error("the app does not listen on TCP");
  return address.port;
}
