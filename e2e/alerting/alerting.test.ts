import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type Alert, alertSchema } from "@vedette/contract/alerts/alerts.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../packages/server/test/servers/receiver.ts";
import { createTlsFixtures } from "../../packages/server/test/tls-fixtures.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitor, type Fields } from "../harness/monitors.ts";
import { type MailServer, startMailServer } from "../harness/servers/mail-server.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** Alerts from failing targets to receivers, with the real process. */

const lab = createLab(afterAll);
const POLL = { timeout: 60_000, interval: 100 };
let dataDir: string;
let vedette: Vedette;
let mails: MailServer;
let receiver: Receiver;
const targets: Target[] = [];
const allWatched: Watched[] = [];

const start = () =>
  lab.start({
    dataDir,
    env: { SMTP_URL: mails.url, VEDETTE_MAIL_FROM: "vedette@example.org" },
    ...(vedette && { key: vedette.key }),
  });

beforeAll(async () => {
  dataDir = await lab.newDataDir();
  mails = await startMailServer();
  receiver = await startReceiver();
  vedette = await start();
});
afterAll(async () => {
  await Promise.all([mails.close(), receiver.close()]);
});
afterEach(async () => {
  // A target that keeps failing would keep sending notifications.
  for (const { monitorId } of allWatched.splice(0))
    await vedette.request("DELETE", `/api/v1/monitors/${monitorId}`);
  for (const target of targets.splice(0)) await target.close();
});

async function newTarget(): Promise<Target> {
  const target = await startTarget();
  targets.push(target);
  return target;
}

async function create(path: string, body: unknown): Promise<Record<string, string> & { id: string }> {
  const response = await vedette.request("POST", `/api/v1${path}`, body);
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${response.text}`);
  return (response.body as { data: Record<string, string> & { id: string } }).data;
}

type Watched = { monitorId: string; ruleId: string; secret: string; path: string };

/** Creates a monitor with its own rule and webhook. */
async function createWatched(fields: Fields, rule: { type: string; params: unknown }): Promise<Watched> {
  const path = `/${crypto.randomUUID()}`;
  const channel = await create("/alerts/channels", {
    name: path,
    type: "webhook",
    config: { url: receiver.url + path },
  });
  const { id: monitorId } = await createMonitor(vedette, fields);
  const createdRule = await create("/alerts/rules", {
    name: `rule ${path}`,
    ...rule,
    monitor_id: monitorId,
    channel_id: channel.id,
  });
  const watched = { monitorId, ruleId: createdRule.id, secret: channel.signing_secret ?? "", path };
  allWatched.push(watched);
  return watched;
}

async function listAlerts({ ruleId }: Watched): Promise<Alert[]> {
  const { body } = await vedette.request("GET", `/api/v1/alerts?rule_id=${ruleId}`);
  return (body as { data: unknown[] }).data.map((alert) => alertSchema.parse(alert));
}

const messagesTo = ({ path }: Pick<Watched, "path">) =>
  receiver.received.filter((message) => message.path === path);

/** The types of the received messages. Throws if a signature is invalid. */
function verifiedTypes(watched: Watched): unknown[] {
  return messagesTo(watched).map(({ body, headers }) => {
    const message = new Webhook(watched.secret).verify(body, headers) as { type: string };
    return message.type;
  });
}

async function opensAndResolves(watched: Watched, repair: () => void | Promise<void>): Promise<Alert[]> {
  await expect.poll(async () => (await listAlerts(watched))[0]?.status, POLL).toBe("sent");
  await repair();
  await expect.poll(async () => (await listAlerts(watched))[0]?.status, POLL).toBe("resolved");
  await expect.poll(() => verifiedTypes(watched), POLL).toEqual(["alert.opened", "alert.resolved"]);
  return listAlerts(watched);
}

describe("each type of rule opens and resolves an alert", () => {
  test("consecutive_failures, sent by signed webhook and by mail", async () => {
    const target = await newTarget();
    target.answerWith(500);
    const watched = await createWatched(
      { url: target.url(), name: "Shop" },
      { type: "consecutive_failures", params: { threshold: 2 } },
    );
    const mail = await create("/alerts/channels", {
      name: "mail",
      type: "email",
      config: { recipients: ["ops@example.org"] },
    });
    await vedette.request("PUT", `/api/v1/alerts/rules/${watched.ruleId}`, {
      channel_ids: [
        mail.id,
        ...[
          JSON.parse((await vedette.request("GET", `/api/v1/alerts/rules/${watched.ruleId}`)).text).data
            .channel_id,
        ],
      ],
    });
    const alerts = await opensAndResolves(watched, () => target.answerWith(200));
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatchObject({
      target: { type: "monitor", id: watched.monitorId, name: "Shop" },
      evidence: { threshold: 2, error: { code: "ASSERTION_FAILED" } },
      resolved_by: "auto",
    });
    await expect.poll(() => mails.received().filter((text) => text.includes("Shop")).length, POLL).toBe(2);
  });

  test("error_rate", async () => {
    const target = await newTarget();
    target.answerWith(500);
    const watched = await createWatched(
      { url: target.url() },
      { type: "error_rate", params: { threshold: 50, window_seconds: 60, min_checks: 3 } },
    );
    const [alert] = await opensAndResolves(watched, () => target.answerWith(200));
    expect(alert?.evidence.value).toBe(100);
  });

  test("latency_threshold", async () => {
    const target = await newTarget();
    const watched = await createWatched(
      { url: target.url("/slow-400") },
      {
        type: "latency_threshold",
        params: { threshold_ms: 300, window_seconds: 60, percentile: 50, min_checks: 3 },
      },
    );
    const quick = () =>
      vedette.request("PUT", `/api/v1/monitors/${watched.monitorId}`, { url: target.url("/quick") });
    const [alert] = await opensAndResolves(watched, () => void quick());
    expect(alert?.evidence.value).toBeGreaterThan(390);
  });

  test("ssl_expiry", async () => {
    const fixtures = await createTlsFixtures();
    const server = createServer(fixtures.threeDays, (_, response) => {
      response.writeHead(200, { connection: "close" }).end("ok");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const watched = await createWatched(
      { url: `https://127.0.0.1:${port}/`, verify_tls: false },
      { type: "ssl_expiry", params: { days: 14 } },
    );
    await opensAndResolves(watched, () => server.setSecureContext(fixtures.valid));
    server.close();
  });
});

test("flapping opens an alert after a target went down and recovered twice", async () => {
  const target = await newTarget();
  const watched = await createWatched(
    { url: target.url(), name: "Shop" },
    { type: "flapping", params: { changes: 3, window_seconds: 600 } },
  );
  for (const status of [200, 500, 200, 500]) {
    target.answerWith(status);
    const before = target.hits("/");
    await expect.poll(() => target.hits("/"), POLL).toBeGreaterThan(before + 1);
  }
  await expect.poll(async () => (await listAlerts(watched))[0]?.status, POLL).toBe("sent");
  expect(await listAlerts(watched)).toMatchObject([
    { title: "Shop is flapping", evidence: { value: 3, threshold: 3, locations: ["default"] } },
  ]);
  expect(verifiedTypes(watched)).toEqual(["alert.opened"]);
});

test("a rule that groups its alerts sends one notification and one recovery", async () => {
  const target = await newTarget();
  target.answerWith(500);
  const watched = await createWatched(
    { url: target.url(), tags: ["grouped"] },
    { type: "consecutive_failures", params: { threshold: 1 } },
  );
  const change = { selector: { tags: { any: ["grouped"] } }, group_by: "rule", recovery_threshold: 2 };
  const changed = await vedette.request("PUT", `/api/v1/alerts/rules/${watched.ruleId}`, change);
  expect(changed.status).toBe(200);
  for (const name of ["one", "two", "three"]) {
    const { id } = await createMonitor(vedette, { name, url: target.url(), tags: ["grouped"] });
    allWatched.push({ ...watched, monitorId: id });
  }
  const statuses = async () => (await listAlerts(watched)).map(({ status }) => status);
  await expect.poll(statuses, POLL).toEqual(["sent", "sent", "sent", "sent"]);
  expect(verifiedTypes(watched)).toEqual(["alert.opened"]);
  target.answerWith(200);
  await expect.poll(() => verifiedTypes(watched), POLL).toEqual(["alert.opened", "alert.resolved"]);
  expect(await statuses()).toEqual(["resolved", "resolved", "resolved", "resolved"]);
  const recovery = messagesTo(watched)[1]?.json() as { data: { group: { alerts: { id: string }[] } } };
  const ids = (await listAlerts(watched)).map(({ id }) => id);
  expect(recovery.data.group.alerts.map(({ id }) => id).sort()).toEqual(ids.sort());
});

describe("an alert", () => {
  test("that was resolved by hand opens again only after its condition has cleared and returned", async () => {
    const target = await newTarget();
    target.answerWith(500);
    const watched = await createWatched(
      { url: target.url() },
      { type: "consecutive_failures", params: { threshold: 1 } },
    );
    await expect.poll(async () => (await listAlerts(watched))[0]?.status, POLL).toBe("sent");
    const [alert] = await listAlerts(watched);
    for (const _ of [1, 2]) {
      expect((await vedette.request("POST", `/api/v1/alerts/${alert?.id}/resolve`)).status).toBe(200);
    }
    const before = target.hits("/");
    await expect.poll(() => target.hits("/"), POLL).toBeGreaterThan(before + 2);
    expect(await listAlerts(watched)).toHaveLength(1);
    target.answerWith(200);
    await expect
      .poll(async () => (await vedette.request("GET", `/api/v1/monitors/${watched.monitorId}`)).text, POLL)
      .toContain('"status":"up"');
    target.answerWith(500);
    await expect.poll(async () => (await listAlerts(watched)).length, POLL).toBe(2);
  });

  test("reaches its receiver under one id even if the process is killed while it sends", async () => {
    const target = await newTarget();
    target.answerWith(500);
    // A new receiver, because the old one may still get recoveries. It accepts a message and never responds.
    await receiver.close();
    receiver = await startReceiver();
    receiver.responses.push(() => undefined);
    const watched = await createWatched(
      { url: target.url() },
      { type: "consecutive_failures", params: { threshold: 1 } },
    );
    await expect.poll(() => messagesTo(watched).length, POLL).toBe(1);
    await vedette.kill9();
    vedette = await start();
    await expect
      .poll(async () => (await listAlerts(watched))[0]?.status, { ...POLL, timeout: 90_000 })
      .toBe("sent");
    const ids = messagesTo(watched).map(({ headers }) => headers["webhook-id"]);
    expect(ids.length).toBe(2);
    expect(new Set(ids).size).toBe(1);
    expect(await listAlerts(watched)).toHaveLength(1);
  });
});
