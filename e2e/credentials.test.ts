import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { isNotJudged } from "@vedette/contract/checks/check-errors.ts";
import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { HttpAuth } from "@vedette/contract/checks/http-auth.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { missingChromium } from "../packages/server/test/journey-harness.ts";
import { type Receiver, startReceiver } from "../packages/server/test/servers/receiver.ts";
import { createTlsFixtures, type TlsFixtures } from "../packages/server/test/tls-fixtures.ts";
import { createApiMonitor, runNow } from "./harness/api-monitors.ts";
import { dumpDatabase } from "./harness/database.ts";
import { type EchoServices, startEchoServices } from "./harness/echo-services.ts";
import { type EventStream, listen } from "./harness/event-stream.ts";
import { type GuardedServers, startGuardedServers } from "./harness/guarded-servers.ts";
import { createJourney, runToEnd, tryJourney } from "./harness/journeys.ts";
import { createLab } from "./harness/lab.ts";
import { checkNow, createMonitor, type Fields, getMonitor, listResults } from "./harness/monitors.ts";
import { findMarkers, findMarkersInFiles } from "./harness/secret-markers.ts";
import type { Vedette } from "./harness/vedette.ts";

/**
 * Credentials of `auth` and `proxy`, in checks and runs whose servers echo or reject them: private keys, passwords,
 * client secrets and tokens appear in no output.
 */

const lab = createLab(afterAll);
const missing = await missingChromium();
/** Needs escaping in URLs, in forms, in JSON and in HTML. */
const CANARY = 'c4nary/Pa+55 "w&rd%41\\x';
const ISSUED_TOKEN = "c4nary.issued.token-7f3a";
const PROXY_PASSWORD = "c4nary-proxy+1";
const BROKEN_KEY = "-----BEGIN PRIVATE KEY-----\nc4naryBrokenKey+/\n-----END PRIVATE KEY-----\n";
/** Written into `auth` without a variable: stored and returned with the monitor, and shown nowhere else. */
const LITERAL = "L1teralPassword";
/** How many Digest responses are searched for: each in six forms, in files of many megabytes. */
const DIGESTS_MAX = 5;
const POLL = { timeout: 30_000, interval: 100 };
let dataDir: string;
let vedette: Vedette;
let servers: GuardedServers;
let services: EchoServices;
let receiver: Receiver;
let tls: TlsFixtures;
let events: EventStream;
/** "c4nary", and a part of each line of each private key. Nothing else contains them. */
let markers: string[];

beforeAll(async () => {
  dataDir = await lab.newDataDir();
  [servers, services, receiver, tls] = await Promise.all([
    startGuardedServers(ISSUED_TOKEN),
    startEchoServices(),
    startReceiver(),
    createTlsFixtures(),
  ]);
  markers = ["c4nary", ...[tls.valid.key, tls.rsa1024.key].flatMap(linesOf)];
  vedette = await lab.start({ dataDir, env: { VEDETTE_LOG_LEVEL: "debug" } });
  events = await listen(vedette);
  const secrets = {
    ...{ PASSWORD: CANARY, PROXY_PASSWORD, BROKEN_KEY },
    ...{ CLIENT_KEY: tls.valid.key, OTHER_KEY: tls.rsa1024.key },
    // The format of another program's configuration.
    ACCOUNT: JSON.stringify({ private_key: tls.valid.key }),
  };
  for (const [name, value] of Object.entries(secrets))
    await create("/variables", { name, value, type: "secret" });
});
afterAll(async () => {
  await events.close();
  await Promise.all([servers.close(), services.close(), receiver.close()]);
});

/** The middle of each line: the first and last characters of a line in base64 depend on its neighbors. */
function linesOf(pem: string): string[] {
  const lines = pem.split("\n").filter((line) => line !== "" && !line.startsWith("-----"));
  // The first line only contains the type of the key, which public keys share.
  return lines
    .slice(1)
    .map((line) => line.slice(2, -2))
    .filter((line) => line.length >= 12);
}

const findLeaks = (text: string) => findMarkers(text, [...markers, ...servers.digests.slice(0, DIGESTS_MAX)]);

async function create(path: string, body: unknown): Promise<{ id: string }> {
  const response = await vedette.request("POST", `/api/v1${path}`, body);
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${response.text}`);
  return (response.body as { data: { id: string } }).data;
}

const oauth = (path: string, auth_method: "client_secret_basic" | "client_secret_post") => ({
  ...{ type: "oauth2_client_credentials" as const, client_id: "shop", client_secret: "{{PASSWORD}}" },
  ...{ token_url: `${servers.target}${path}`, scopes: [], audience: null, auth_method },
});
const mtls = (key: string): HttpAuth => ({ type: "mtls", certificate: tls.valid.cert, key: `{{${key}}}` });

/** Each kind of authentication, with the error code of a check that expects another body. */
const authCases = (): Record<string, [auth: HttpAuth, code: string]> => ({
  basic: [{ type: "basic", username: "ann", password: "{{PASSWORD}}" }, "ASSERTION_FAILED"],
  bearer: [{ type: "bearer", token: "{{PASSWORD}}" }, "ASSERTION_FAILED"],
  digest: [{ type: "digest", username: "ann", password: "{{PASSWORD}}" }, "ASSERTION_FAILED"],
  "oauth-basic": [oauth("/token", "client_secret_basic"), "ASSERTION_FAILED"],
  "oauth-post": [oauth("/token", "client_secret_post"), "ASSERTION_FAILED"],
  "refused-basic": [oauth("/token/refused", "client_secret_basic"), "AUTH_FAILED"],
  "refused-post": [oauth("/token/refused", "client_secret_post"), "AUTH_FAILED"],
  mtls: [mtls("CLIENT_KEY"), "ASSERTION_FAILED"],
  "mtls-broken": [mtls("BROKEN_KEY"), "AUTH_FAILED"],
  "mtls-other": [mtls("OTHER_KEY"), "AUTH_FAILED"],
});

const isNever = [
  { type: "body", operator: "equals", value: "never so" },
  { type: "header", property: "x-echo", operator: "equals", value: "never so" },
  { type: "json_path", property: "$.lines", operator: "is_empty" },
] as const;
const sends = { method: "POST" as const, body: "{{CLIENT_KEY}} {{ACCOUNT}}", verify_tls: false };
const addressOf = (name: string, { type }: HttpAuth) =>
  `${type === "mtls" ? servers.secure : servers.target}/${name}`;

function monitors(): [Fields, code: string][] {
  const proxy = { url: servers.proxy, auth: { username: "ann", password: "{{PROXY_PASSWORD}}" } };
  const literal = { type: "basic" as const, username: "ann", password: LITERAL };
  const echoed = { assertions: [...isNever] };
  return [
    ...Object.entries(authCases()).map(([name, [auth, code]]): [Fields, string] => [
      { name, url: addressOf(name, auth), auth, ...sends, ...echoed },
      code,
    ]),
    [{ name: "forwarded", url: `${servers.target}/forwarded`, proxy, ...echoed }, "ASSERTION_FAILED"],
    [{ name: "tunneled", url: `${servers.secure}/tunneled`, proxy, ...echoed }, "PROXY_FAILED"],
    [{ name: "literal", url: `${servers.target}/literal`, auth: literal, ...echoed }, "ASSERTION_FAILED"],
    ...serviceMonitors(),
  ];
}

/** Monitors that log in to services. */
function serviceMonitors(): [Fields, code: string][] {
  const at = (type: CheckType): Fields => ({
    ...{ type, name: type, host: "127.0.0.1", port: services.ports[type] ?? 0, keep_body: "always" },
  });
  const login = { user: "ann", password: "{{PASSWORD}}" };
  const plain = { ...login, tls_mode: "none" as const };
  const isNever = (type: "body" | "value") => ({
    assertions: [{ type, operator: "equals" as const, value: "never so" }],
  });
  return [
    [{ ...at("redis"), ...login }, "LOGIN_FAILED"],
    [{ ...at("redis"), name: "literal-redis", password: LITERAL }, "LOGIN_FAILED"],
    [{ ...at("smtp"), ...plain }, "LOGIN_FAILED"],
    [{ ...at("imap"), ...plain }, "LOGIN_FAILED"],
    [{ ...at("pop3"), ...plain }, "LOGIN_FAILED"],
    [{ ...at("postgres"), ...login }, "LOGIN_FAILED"],
    [{ ...at("mqtt"), ...login, topic: "a", ...isNever("body") }, "ASSERTION_FAILED"],
    [{ ...at("ldap"), ...plain, user: "cn=ann" }, "LOGIN_FAILED"],
    [{ ...at("rabbitmq"), ...login }, "LOGIN_FAILED"],
    [{ ...at("snmp"), community: "{{PASSWORD}}", ...isNever("value") }, "ASSERTION_FAILED"],
  ];
}

const steps = () =>
  Object.entries(authCases()).map(([name, [auth]]) => ({
    ...{ name, url: addressOf(name, auth), auth, ...sends, assertions: [...isNever] },
    ...{
      continue_on_failure: true,
      extract: [{ name: "all", source: "body_regex" as const, expression: "(?s).*" }],
    },
  }));

describe("credentials", () => {
  const ids: string[] = [];
  const texts: string[] = [];
  const get = async (path: string) => texts.push((await vedette.request("GET", `/api/v1${path}`)).text);

  test("are sent by monitors, and each monitor fails with the expected code", async () => {
    const channel = await create("/alerts/channels", {
      ...{ name: "hook", type: "webhook", config: { url: receiver.url } },
    });
    const codes: Record<string, string | undefined> = {};
    // A retry of this test counts only its own monitors.
    ids.length = 0;
    for (const [fields] of monitors()) {
      const { id } = await createMonitor(vedette, fields);
      ids.push(id);
      await create("/alerts/rules", {
        ...{ name: fields.name, type: "consecutive_failures", params: { threshold: 2 } },
        ...{ monitor_id: id, channel_id: channel.id },
      });
      texts.push(JSON.stringify(await checkNow(vedette, id)));
      texts.push(
        (await vedette.request("POST", "/api/v1/monitors/try", { interval: 60, type: "url", ...fields }))
          .text,
      );
    }
    await vi.waitFor(async () => {
      const all = await Promise.all(ids.map((id) => listResults(vedette, id)));
      expect(Math.min(...all.map((results) => results.length))).toBeGreaterThan(2);
    }, POLL);
    for (const id of ids) {
      const { name } = await getMonitor(vedette, id);
      codes[name] = (await listResults(vedette, id)).at(-1)?.error?.code;
      await get(`/monitors/${id}/results`);
      if (!name.startsWith("literal")) await get(`/monitors/${id}`);
      const [last] = (await listResults(vedette, id)).slice(-1);
      // What the services sent back is in the message or in the value of the assertion.
      if (name in services.ports) expect(JSON.stringify(last)).toContain("••••");
      if (last?.has_body) await get(`/monitors/${id}/results/${last.id}/body`);
    }
    expect(codes).toEqual(Object.fromEntries(monitors().map(([{ name }, code]) => [name, code])));
    expect(servers.seen.get("/basic")).toBe(`Basic ${Buffer.from(`ann:${CANARY}`).toString("base64")}`);
    expect(servers.seen.get("/oauth-post")).toBe(`Bearer ${ISSUED_TOKEN}`);
    expect([servers.digests.length, servers.certificates.length]).not.toContain(0);
    expect(servers.seen.get("CONNECT")).toBe(
      `Basic ${Buffer.from(`ann:${PROXY_PASSWORD}`).toString("base64")}`,
    );
  });

  test("are sent by the steps of an API monitor", async () => {
    const { id } = await createApiMonitor(vedette, { steps: steps() });
    const found = await runNow(vedette, id);
    expect(found.steps.map(({ error }) => error?.code)).toEqual(
      Object.values(authCases()).map(([, code]) => code),
    );
    texts.push(JSON.stringify(found));
    texts.push(
      (await vedette.request("POST", "/api/v1/api-monitors/try", { name: "try", steps: steps() })).text,
    );
    for (const path of ["", `/${id}`, `/${id}/runs`]) await get(`/api-monitors${path}`);
  });

  test.skipIf(missing !== null)(`are sent by request steps of a journey${missing ?? ""}`, async () => {
    const requests = steps().map((step) => ({ ...step, action: "request" as const }));
    const shown = [{ action: "goto" as const, url: `${servers.target}/page` }, ...requests];
    const capture = { trace: "always", video: "always", video_with_secrets: true } as const;
    const { id } = await createJourney(vedette, { steps: shown, capture });
    const found = await runToEnd(vedette, id);
    expect(found.steps.slice(1).map(({ error }) => error?.code)).toEqual(
      Object.values(authCases()).map(([, code]) => code),
    );
    expect(found.run.artifacts?.map(({ kind }) => kind)).toContain("trace");
    texts.push(JSON.stringify([found, await tryJourney(vedette, { steps: shown })]));
    for (const path of ["", `/${id}`, `/${id}/runs`]) await get(`/journeys${path}`);
  });

  test("are named, but not repeated, when a request is rejected", async () => {
    const url = `${servers.secure}/refused`;
    const withKey = `${tls.valid.cert}${tls.valid.key}`;
    const refused: Fields[] = [
      { url, auth: { type: "mtls", certificate: tls.valid.cert, key: tls.valid.key } },
      { url, auth: { type: "mtls", certificate: withKey, key: "{{CLIENT_KEY}}" } },
      { url, auth: { type: "mtls", certificate: `{{CERTIFICATE}}${withKey}`, key: "{{CLIENT_KEY}}" } },
      { url, auth: { type: "bearer", token: `${CANARY}\n` } },
      { url, auth: { type: "basic", username: `${CANARY}:`, password: CANARY } },
      { url, auth: { type: CANARY, password: CANARY } as unknown as HttpAuth },
      { url, auth: { type: "bearer", token: CANARY, [CANARY.slice(0, 2)]: CANARY } as unknown as HttpAuth },
      { url, proxy: { url: `http://ann:${PROXY_PASSWORD}@127.0.0.1:1`, auth: null } },
      { url, proxy: { url: servers.proxy, auth: { username: "ann", password: `${PROXY_PASSWORD}\n` } } },
    ];
    for (const fields of refused) {
      const responses = [
        await vedette.request("POST", "/api/v1/monitors", { name: "refused", type: "url", ...fields }),
        await vedette.request("PUT", `/api/v1/monitors/${ids[0]}`, fields),
        await vedette.request("POST", "/api/v1/monitors/try", { name: "refused", type: "url", ...fields }),
      ];
      expect(responses.map(({ status, text }) => [status, text])).toEqual(
        Array(3).fill([400, expect.stringMatching(/auth|proxy/)]),
      );
      texts.push(...responses.map(({ text }) => text));
    }
    expect(findLeaks(texts.join("\n"))).toEqual([]);
  });

  test("are masked in responses, events, alerts and the output of vdt", async () => {
    // Rules evaluate failed checks, but not checks whose credentials were rejected.
    const failing = monitors().filter(([, code]) => !isNotJudged(code)).length;
    const alerts = async () =>
      (await vedette.request("GET", "/api/v1/alerts?limit=100")).body as {
        data: { target: { id: string } }[];
      };
    await expect
      .poll(async () => (await alerts()).data.filter(({ target }) => ids.includes(target.id)).length, POLL)
      .toBe(failing);
    await expect.poll(() => receiver.received.length, POLL).toBeGreaterThan(0);
    texts.push(...receiver.received.map(({ body, headers }) => body + JSON.stringify(headers)));
    texts.push(JSON.stringify(events.events));
    for (const path of ["/alerts", "/audit-log?limit=200", "/runs", "/variables"]) await get(path);
    const cli = join(import.meta.dirname, "..", "packages", "cli", "bin", "vdt.mjs");
    const env = { ...process.env, VEDETTE_URL: vedette.url, VEDETTE_API_KEY: vedette.key };
    for (const args of [
      ["monitors", "list"],
      ["monitors", "check", ids[0] ?? ""],
    ]) {
      const vdt = await promisify(execFile)(process.execPath, [cli, ...args, "--json"], { env }).catch(
        (error: { stdout: string; stderr: string }) => error,
      );
      expect(vdt.stdout).toContain(args[1] === "list" ? "mtls-broken" : "••••");
      texts.push(vdt.stdout.replaceAll(LITERAL, ""), vdt.stderr);
    }
    expect(texts.join("\n")).toContain("••••");
    expect(findLeaks(texts.join("\n"))).toEqual([]);
    expect(texts.join("\n")).not.toContain(LITERAL);
  });

  test("are in no table, file or log line; a literal one is only in its monitor", async () => {
    const dump = await dumpDatabase(dataDir);
    expect(dump.flatMap(({ table, text }) => findLeaks(text).map((trace) => [table, trace]))).toEqual([]);
    expect(dump.filter(({ text }) => text.includes(LITERAL)).map(({ table }) => table)).toEqual([
      "public.monitor",
    ]);
    const log = `${vedette.stdout}\n${vedette.stderrLines().join("\n")}`;
    expect([log.includes(LITERAL), findLeaks(log)]).toEqual([false, []]);
    expect(await findMarkersInFiles(dataDir, [...markers, ...servers.digests.slice(0, DIGESTS_MAX)])).toEqual(
      [],
    );
  });
});
