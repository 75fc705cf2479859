import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { AUDIT_STREAMS_MAX, type AuditStream } from "@vedette/contract/people/audit-streams.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";
import { startSyslogReceiver } from "../../../test/audit/syslog-receiver.ts";
import { startApi } from "../../../test/servers/api-target.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../test/tls-fixtures.ts";
import { testVault } from "../../../test/vault.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy } from "../../platform/net/egress-policy.ts";
import { createSendRequest } from "../../platform/net/send-request.ts";
import { createSendOverTls } from "../../platform/net/tls/send-over-tls.ts";
import { sql } from "../../platform/storage/sql.ts";
import { signatureOf } from "../alerting/messages/signing-secret.ts";
import { sendStreams } from "./send-streams.ts";
import type { StreamEntry } from "./stream-entry.ts";

const vault = testVault();
const MINUTE_MS = 60_000;

let running: TestApp;
let tls: TlsFixtures;
let org: TestOrg;
let time: { nowMs: number };
let mails: { to: string; subject: string; text: string }[];
beforeAll(async () => {
  running = await startTestApp({ vault });
  tls = await createTlsFixtures();
});
afterAll(() => running.stop());
beforeEach(async () => {
  await running.database.run(sql`delete from audit_stream`);
  org = await makeOrg(running.database);
  mails = [];
  // After every write of the API, whose clock is that of the system.
  time = { nowMs: Date.now() + MINUTE_MS };
});

const URL = "/api/v1/audit-streams";
const call = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) =>
  running.call(org.keys.admin, { method, url, ...(payload && { payload }) });
async function create(input: object): Promise<AuditStream> {
  const response = await call("POST", URL, { name: "siem", ...input });
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data;
}
const syslogTo = (port: number, config: object = {}) =>
  create({ type: "syslog", config: { host: "127.0.0.1", port, ca_certificate: tls.ca, ...config } });
const webhookTo = (url: string, input: object = {}) => create({ type: "webhook", config: { url }, ...input });
const read = async ({ id }: AuditStream): Promise<AuditStream> =>
  (await call("GET", `${URL}/${id}`)).json().data;
const write = async (name: string) =>
  expect((await call("POST", "/api/v1/groups", { name })).statusCode).toBe(201);

function send(
  options: { mode?: "self-hosted" | "hosted"; database?: TestApp["database"] } = {},
): Promise<void> {
  const { mode = "self-hosted", database = running.database } = options;
  const egress = createEgress({
    policy: createEgressPolicy({ mode, allow: [], deny: [], ownPorts: () => [] }),
  });
  const clock = { now: () => time.nowMs, monotonic: () => time.nowMs };
  const mailer = {
    isConfigured: true,
    send: async (mail: { to: string; subject: string; text: string }) => void mails.push(mail),
  };
  const deps = { database, clock, log: silentLogger, vault, mailer, publicUrl: "https://v.example.org" };
  const senders = { sendRequest: createSendRequest(egress), sendOverTls: createSendOverTls(egress) };
  return sendStreams({ ...deps, ...senders, host: "v.example.org" }, new AbortController().signal);
}

type Received = { headers: IncomingHttpHeaders; body: string };

/** A receiver of webhooks that answers with the next of these statuses, and then with 204. */
async function startWebhook(statuses: number[] = []) {
  const requests: Received[] = [];
  const api = await startApi(({ headers, body }, response) => {
    requests.push({ headers, body });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  const batches = () => requests.map(({ body }): StreamEntry[] => JSON.parse(body).data.entries);
  return { requests, batches, url: `${api.url}/audit`, close: () => api.close() };
}

/** What a receiver verifies: each hash covers its entry, and the chain has no gap. */
function expectChain(entries: readonly StreamEntry[]): void {
  for (const [index, { hash, hashed, previous_hash, number, action }] of entries.entries()) {
    const computed = createHash("sha256")
      .update(Buffer.from(previous_hash, "hex"))
      .update(hashed)
      .digest("hex");
    expect(computed).toBe(hash);
    expect(JSON.parse(hashed)).toEqual(expect.arrayContaining([number, action]));
    const before = entries[index - 1];
    if (before) expect([previous_hash, number]).toEqual([before.hash, before.number + 1]);
  }
}

test("a webhook gets signed entries in order, also those of a time in which it failed", async () => {
  const webhook = await startWebhook([500, 503]);
  const stream = await webhookTo(webhook.url);
  expect(stream.signing_secret).toMatch(/^whsec_/);
  await send();
  const failed = await read(stream);
  expect(failed).toMatchObject({
    signing_secret: null,
    delivery: { sent_number: 0, waiting: 1, last_error: "The receiver answered 500:" },
  });
  await write("a");
  await send();
  expect(webhook.requests).toHaveLength(1);
  time.nowMs += 11_000;
  await send();
  await write("b");
  time.nowMs += 21_000;
  await send();
  const [, second = [], third = []] = webhook.batches();
  expect(second.map(({ action }) => action)).toEqual(["audit_stream.create", "group.create"]);
  expect(third.map(({ number }) => number)).toEqual([1, 2, 3]);
  expectChain(third);
  const { headers, body } = webhook.requests[2] ?? { headers: {}, body: "" };
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  expect(headers["webhook-signature"]).toBe(signatureOf(stream.signing_secret ?? "", content));
  expect((await read(stream)).delivery).toMatchObject({ sent_number: 3, waiting: 0, last_error: null });
  await webhook.close();
});

test("requests have at most 100 entries, and a stream may begin with the oldest", async () => {
  await running.database.run(sql`
    insert into audit_entry (org_id, id, at, actor_kind, actor_name, action, target_type, target_id)
    select ${org.orgId}, gen_random_uuid(), now(), 'system', 'test', 'group.create', 'group', gen_random_uuid()
    from generate_series(1, 250)`);
  const webhook = await startWebhook();
  await webhookTo(webhook.url, { start: "oldest" });
  await send();
  expect(webhook.batches().map(({ length }) => length)).toEqual([100, 100, 51]);
  expectChain(webhook.batches().flat());
  await webhook.close();
});

test("entries that were accepted before a crash are sent again when the lease has ended", async () => {
  const webhook = await startWebhook();
  await webhookTo(webhook.url);
  // As after kill -9: accepted, not stored, and the lease not ended.
  const database = {
    ...running.database,
    run: (statement: Parameters<TestApp["database"]["run"]>[0]) =>
      statement.text.includes("sent_seq =")
        ? Promise.reject(new Error("the process was killed"))
        : running.database.run(statement),
  };
  await Promise.race([send({ database }), webhookTaken(webhook)]);
  await send();
  expect(webhook.batches()).toHaveLength(1);
  time.nowMs += 2 * MINUTE_MS;
  await send();
  expect(webhook.batches()[1]).toEqual(webhook.batches()[0]);
  await webhook.close();
});

async function webhookTaken({ requests }: { requests: readonly unknown[] }): Promise<void> {
  await expect.poll(() => requests.length).toBe(1);
}

test("syslog gets framed messages over TLS, with a client certificate and a CA of its own", async () => {
  const receiver = await startSyslogReceiver(tls.valid, { clientCa: tls.ca });
  const client = { client_certificate: tls.valid.cert, client_key: tls.valid.key };
  const stream = await syslogTo(receiver.port, client);
  expect(JSON.stringify(stream)).not.toContain("PRIVATE KEY");
  await write("a");
  await send();
  expect(receiver.messages.map(({ messageId, host }) => [messageId, host])).toEqual([
    ["audit_stream.create", "v.example.org"],
    ["group.create", "v.example.org"],
  ]);
  expect(receiver.messages[1]?.elements["audit@32473"]).toMatchObject({ number: "2", actorName: "admin" });
  // The key is kept when the configuration is replaced without one.
  const config = { ...(stream.type === "syslog" && stream.config), format: "json" };
  expect((await call("PUT", `${URL}/${stream.id}`, { config })).statusCode).toBe(200);
  await send();
  expect(JSON.parse(receiver.messages[2]?.text ?? "")).toMatchObject({ action: "audit_stream.update" });
  expect(receiver.clients).toHaveLength(2);
  await receiver.close();
});

test("an entry counts as sent only when the receiver has closed in turn", async () => {
  let isBroken = true;
  const receiver = await startSyslogReceiver(tls.valid, {
    onData: (raw) => {
      if (isBroken) raw.resetAndDestroy();
    },
  });
  const stream = await syslogTo(receiver.port);
  await send();
  expect((await read(stream)).delivery).toMatchObject({ waiting: 1, last_error: expect.any(String) });
  // At least once: the receiver may have had it.
  receiver.messages.length = 0;
  isBroken = false;
  time.nowMs += MINUTE_MS;
  await send();
  expect(receiver.messages).toHaveLength(1);
  await receiver.close();
});

test("a certificate of an unknown authority and a private address are refused", async () => {
  const receiver = await startSyslogReceiver(tls.valid);
  const untrusting = await syslogTo(receiver.port, { ca_certificate: null });
  await send();
  expect((await read(untrusting)).delivery.last_error).toContain("127.0.0.1");
  const hosted = await syslogTo(receiver.port);
  await send({ mode: "hosted" });
  expect((await read(hosted)).delivery.last_error).toMatch(/not allowed|policy|private|loopback/i);
  expect(receiver.messages).toEqual([]);
  await receiver.close();
});

test("the error says that a receiver requires a client certificate", async () => {
  const receiver = await startSyslogReceiver(tls.valid, { clientCa: tls.ca });
  const stream = await syslogTo(receiver.port);
  await send();
  expect((await read(stream)).delivery.last_error).toContain("the server requires a client certificate");
  await receiver.close();
});

test("owners are mailed once when a receiver has failed for a quarter of an hour", async () => {
  await makeMember(running.database, { orgId: org.orgId, role: "owner" });
  await makeMember(running.database, { orgId: org.orgId, role: "admin" });
  const webhook = await startWebhook(Array.from({ length: 20 }, () => 500));
  const stream = await webhookTo(webhook.url);
  for (let minute = 0; minute <= 14; minute += 2) {
    await send();
    time.nowMs += 2 * MINUTE_MS;
  }
  expect(mails).toEqual([]);
  for (let turn = 0; turn < 2; turn += 1) {
    time.nowMs += 16 * MINUTE_MS;
    await send();
  }
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain("The audit log stream 'siem' fails");
  await call("PUT", `${URL}/${stream.id}`, { enabled: false });
  time.nowMs += 60 * MINUTE_MS;
  const before = webhook.requests.length;
  await send();
  expect(webhook.requests).toHaveLength(before);
  await webhook.close();
});

test("secrets are encrypted and not in the audit log, and a new one replaces the old one", async () => {
  const webhook = await startWebhook();
  const stream = await webhookTo(webhook.url);
  const changed = await call("PUT", `${URL}/${stream.id}`, { new_signing_secret: true });
  const { signing_secret: secret } = changed.json().data;
  expect(secret).not.toBe(stream.signing_secret);
  await send();
  const { headers, body } = webhook.requests[0] ?? { headers: {}, body: "" };
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  expect(headers["webhook-signature"]).toBe(signatureOf(secret, content));
  const stored = await running.database.rows<{ row: string }>(sql`
    select to_jsonb(s)::text as row from audit_stream s union all select to_jsonb(e)::text from audit_entry e`);
  for (const { row } of stored) expect(row).not.toMatch(/whsec_/);
  await webhook.close();
});

test("there is a maximum, and unusable input is refused by field", async () => {
  const syslog = (config: object) => ({ name: "s", type: "syslog", config: { host: "h", ...config } });
  const refused: [object, string][] = [
    [
      syslog({ ca_certificate: "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----" }),
      "config.ca_certificate",
    ],
    [syslog({ client_certificate: tls.valid.cert }), "config.client_key"],
    [syslog({ client_key: tls.valid.key }), "config.client_key"],
    [syslog({ client_certificate: tls.valid.cert, client_key: tls.rsa1024.key }), "config.client_key"],
    [{ name: "w", type: "webhook", config: { url: "ftp://x" } }, "config.url"],
    [{ name: "w", type: "webhook", config: { url: "https://x.example" }, more: 1 }, "more"],
  ];
  for (const [payload, path] of refused) {
    const response = await call("POST", URL, payload);
    expect([path, response.statusCode]).toEqual([path, 400]);
    expect(response.json().error.details[0].path).toBe(path);
  }
  for (let made = 0; made < AUDIT_STREAMS_MAX; made += 1) await webhookTo("https://siem.example.org/");
  const more = await call("POST", URL, { name: "w", type: "webhook", config: { url: "https://x.example" } });
  expect([more.statusCode, more.json().error.message]).toEqual([
    400,
    expect.stringContaining("Delete one first"),
  ]);
  const [stream] = (await call("GET", URL)).json().data;
  expect((await call("PUT", `${URL}/${stream.id}`, { type: "syslog" })).statusCode).toBe(400);
  expect((await call("PUT", `${URL}/${stream.id}`, { config: { host: "h" } })).statusCode).toBe(400);
  expect((await call("DELETE", `${URL}/${stream.id}`)).statusCode).toBe(200);
});
