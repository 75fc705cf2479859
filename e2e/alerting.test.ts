import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type Alert, alertSchema } from "@vedette/contract/alerts/alerts.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../packages/server/test/servers/receiver.ts";
import { createTlsFixtures } from "../packages/server/test/tls-fixtures.ts";
import { createLab } from "./harness/lab.ts";
import { type MailServer, startMailServer } from "./harness/mail-server.ts";
import { createMonitor, type Fields } from "./harness/monitors.ts";
import { startTarget, type Target } from "./harness/target.ts";
import type { Vedette } from "./harness/vedette.ts";

/** Alerts by causing them: real targets that fail, real receivers, the real process. */

const lab = createLab(afterAll);
const POLL = { timeout: 60_000, interval: 100 };
let dataDir: string;
let vedette: Vedette;
let mails: MailServer;
let receiver: Receiver;
const targets: Target[] = [];
const scenes: Scene[] = [];

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
  for (const { monitorId } of scenes.splice(0))
    await vedette.request("DELETE", `/api/v1/monitors/${monitorId}`);
  for (const target of targets.splice(0)) await target.close();
});

async function newTarget(): Promise<Target> {
  const target = await startTarget();
  targets.push(target);
  return target;
}

async function create(path: string, body: unknown): Promise<Record<string, string> & { id: string }> {
  const answer = await vedette.request("POST", `/api/v1${path}`, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return (answer.body as { data: Record<string, string> & { id: string } }).data;
}

type Scene = { monitorId: string; ruleId: string; secret: string; path: string };

/** A monitor with one rule and one webhook of its own. */
async function watched(fields: Fields, rule: { type: string; params: unknown }): Promise<Scene> {
  const path = `/${crypto.randomUUID()}`;
  const channel = await create("/alerts/channels", {
    name: path,
    type: "webhook",
    config: { url: receiver.url + path },
  });
  const { id: monitorId } = await createMonitor(vedette, fields);
  const made = await create("/alerts/rules", {
    name: `rule ${path}`,
    ...rule,
    monitor_id: monitorId,
    channel_id: channel.id,
  });
  const scene = { monitorId, ruleId: made.id, secret: channel.signing_secret ?? "", path };
  scenes.push(scene);
  return scene;
}

async function alertsOf({ ruleId }: Scene): Promise<Alert[]> {
  const { body } = await vedette.request("GET", `/api/v1/alerts?rule_id=${ruleId}`);
  return (body as { data: unknown[] }).data.map((alert) => alertSchema.parse(alert));
}

const messagesTo = ({ path }: Pick<Scene, "path">) =>
  receiver.received.filter((message) => message.path === path);

/** The kinds of messages that came, each held against its signature. */
function verified(scene: Scene): unknown[] {
  return messagesTo(scene).map(({ body, headers }) => {
    const message = new Webhook(scene.secret).verify(body, headers) as { type: string };
    return message.type;
  });
}

async function opensAndResolves(scene: Scene, mend: () => void | Promise<void>): Promise<Alert[]> {
  await expect.poll(async () => (await alertsOf(scene))[0]?.status, POLL).toBe("sent");
  await mend();
  await expect.poll(async () => (await alertsOf(scene))[0]?.status, POLL).toBe("resolved");
  await expect.poll(() => verified(scene), POLL).toEqual(["alert.opened", "alert.resolved"]);
  return alertsOf(scene);
}

describe("each type of rule opens an alert where it has to, and ends it", () => {
  test("consecutive_failures, sent by a signed webhook and by mail", async () => {
    const target = await newTarget();
    target.answerWith(500);
    const scene = await watched(
      { url: target.url(), name: "Shop" },
      { type: "consecutive_failures", params: { threshold: 2 } },
    );
    const mail = await create("/alerts/channels", {
      name: "mail",
      type: "email",
      config: { recipients: ["ops@example.org"] },
    });
    await vedette.request("PUT", `/api/v1/alerts/rules/${scene.ruleId}`, {
      channel_ids: [
        mail.id,
        ...[
          JSON.parse((await vedette.request("GET", `/api/v1/alerts/rules/${scene.ruleId}`)).text).data
            .channel_id,
        ],
      ],
    });
    const alerts = await opensAndResolves(scene, () => target.answerWith(200));
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatchObject({
      target: { type: "monitor", id: scene.monitorId, name: "Shop" },
      evidence: { threshold: 2, error: { code: "ASSERTION_FAILED" } },
      resolved_by: "auto",
    });
    await expect.poll(() => mails.taken().filter((text) => text.includes("Shop")).length, POLL).toBe(2);
  });

  test("error_rate", async () => {
    const target = await newTarget();
    target.answerWith(500);
    const scene = await watched(
      { url: target.url() },
      { type: "error_rate", params: { threshold: 50, window_seconds: 60, min_checks: 3 } },
    );
    const [alert] = await opensAndResolves(scene, () => target.answerWith(200));
    expect(alert?.evidence.value).toBe(100);
  });

  test("latency_threshold", async () => {
    const target = await newTarget();
    const scene = await watched(
      { url: target.url("/slow-400") },
      {
        type: "latency_threshold",
        params: { threshold_ms: 300, window_seconds: 60, percentile: 50, min_checks: 3 },
      },
    );
    const quick = () =>
      vedette.request("PUT", `/api/v1/monitors/${scene.monitorId}`, { url: target.url("/quick") });
    const [alert] = await opensAndResolves(scene, () => void quick());
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
    const scene = await watched(
      { url: `https://127.0.0.1:${port}/`, verify_tls: false },
      { type: "ssl_expiry", params: { days: 14 } },
    );
    await opensAndResolves(scene, () => server.setSecureContext(fixtures.valid));
    server.close();
  });
});

test("flapping, after a target went down and came back twice", async () => {
  const target = await newTarget();
  const scene = await watched(
    { url: target.url(), name: "Shop" },
    { type: "flapping", params: { changes: 3, window_seconds: 600 } },
  );
  for (const status of [200, 500, 200, 500]) {
    target.answerWith(status);
    const before = target.hits("/");
    await expect.poll(() => target.hits("/"), POLL).toBeGreaterThan(before + 1);
  }
  await expect.poll(async () => (await alertsOf(scene))[0]?.status, POLL).toBe("sent");
  expect(await alertsOf(scene)).toMatchObject([
    { title: "Shop is flapping", evidence: { value: 3, threshold: 3, locations: ["default"] } },
  ]);
  expect(verified(scene)).toEqual(["alert.opened"]);
});

test("alerts that a rule groups are one notification and one recovery", async () => {
  const target = await newTarget();
  target.answerWith(500);
  const scene = await watched(
    { url: target.url(), tags: ["grouped"] },
    { type: "consecutive_failures", params: { threshold: 1 } },
  );
  const change = { selector: { tags: { any: ["grouped"] } }, group_by: "rule", recovery_threshold: 2 };
  const changed = await vedette.request("PUT", `/api/v1/alerts/rules/${scene.ruleId}`, change);
  expect(changed.status).toBe(200);
  for (const name of ["one", "two", "three"]) {
    const { id } = await createMonitor(vedette, { name, url: target.url(), tags: ["grouped"] });
    scenes.push({ ...scene, monitorId: id });
  }
  const statuses = async () => (await alertsOf(scene)).map(({ status }) => status);
  await expect.poll(statuses, POLL).toEqual(["sent", "sent", "sent", "sent"]);
  expect(verified(scene)).toEqual(["alert.opened"]);
  target.answerWith(200);
  await expect.poll(() => verified(scene), POLL).toEqual(["alert.opened", "alert.resolved"]);
  expect(await statuses()).toEqual(["resolved", "resolved", "resolved", "resolved"]);
  const recovery = messagesTo(scene)[1]?.json() as { data: { group: { alerts: { id: string }[] } } };
  const ids = (await alertsOf(scene)).map(({ id }) => id);
  expect(recovery.data.group.alerts.map(({ id }) => id).sort()).toEqual(ids.sort());
});

describe("an alert", () => {
  test("that was resolved by hand opens again only after its condition has cleared and come back", async () => {
    const target = await newTarget();
    target.answerWith(500);
    const scene = await watched(
      { url: target.url() },
      { type: "consecutive_failures", params: { threshold: 1 } },
    );
    await expect.poll(async () => (await alertsOf(scene))[0]?.status, POLL).toBe("sent");
    const [alert] = await alertsOf(scene);
    for (const _ of [1, 2]) {
      expect((await vedette.request("POST", `/api/v1/alerts/${alert?.id}/resolve`)).status).toBe(200);
    }
    const before = target.hits("/");
    await expect.poll(() => target.hits("/"), POLL).toBeGreaterThan(before + 2);
    expect(await alertsOf(scene)).toHaveLength(1);
    target.answerWith(200);
    await expect
      .poll(async () => (await vedette.request("GET", `/api/v1/monitors/${scene.monitorId}`)).text, POLL)
      .toContain('"status":"up"');
    target.answerWith(500);
    await expect.poll(async () => (await alertsOf(scene)).length, POLL).toBe(2);
  });

  test("reaches its receiver though the process is killed in the middle of sending it, with one id", async () => {
    const target = await newTarget();
    target.answerWith(500);
    // A new receiver, because the old one may still get recoveries. It accepts a message and never responds.
    await receiver.close();
    receiver = await startReceiver();
    receiver.answers.push(() => undefined);
    const scene = await watched(
      { url: target.url() },
      { type: "consecutive_failures", params: { threshold: 1 } },
    );
    await expect.poll(() => messagesTo(scene).length, POLL).toBe(1);
    await vedette.kill9();
    vedette = await start();
    await expect
      .poll(async () => (await alertsOf(scene))[0]?.status, { ...POLL, timeout: 90_000 })
      .toBe("sent");
    const ids = messagesTo(scene).map(({ headers }) => headers["webhook-id"]);
    expect(ids.length).toBe(2);
    expect(new Set(ids).size).toBe(1);
    expect(await alertsOf(scene)).toHaveLength(1);
  });
});
