import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeMember } from "../../../../test/app.ts";
import { makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { type TestDeliveries, testDeliveries, testRequest } from "../../../../test/deliveries.ts";
import { idleJobs } from "../../../../test/idle-jobs.ts";
import { type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { startJobs } from "../../../platform/jobs/jobs.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { deliveryJobs } from "./deliver.ts";
import type { NewNotification } from "./notifications.ts";

let harness: TestDatabase;
let orgId: string;
let receiver: Receiver;
let deliveries: TestDeliveries;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  harness = await testDatabase();
});
beforeEach(async () => {
  orgId = await makeOrganization(harness.database);
  receiver = await receiverOfTest();
  deliveries = testDeliveries(harness.database);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => harness.drop());

async function receiverOfTest(): Promise<Receiver> {
  const started = await startReceiver();
  ends.push(started.close);
  return started;
}

async function webhook(
  to: Receiver = receiver,
  name = "Test",
): Promise<{ id: string; signingSecret: string }> {
  return deliveries.channel(orgId, { config: { url: `${to.url}/hook`, headers: {} }, name });
}

const alert = () => makeAlert(harness.database, { orgId, atMs: deliveries.clock.now() });
const notification = (
  alertId: string,
  channelId: string,
  kind: NewNotification["kind"] = "opened",
): NewNotification => ({
  orgId,
  alertId,
  channelId,
  kind,
});

/** Opens an alert with a notification for the channel. */
async function opened(channelId: string): Promise<string> {
  // Ids of the same instant have no order.
  deliveries.clock.move(1);
  const id = await alert();
  await deliveries.notify([notification(id, channelId)]);
  return id;
}

async function resolve(alertId: string, channelId: string): Promise<void> {
  await harness.database.run(
    sql`update alert set status = 'resolved', resolved_at = ${new Date(deliveries.clock.now())} where id = ${alertId}`,
  );
  await deliveries.notify([notification(alertId, channelId, "resolved")]);
}

const statusOf = async (alertId: string) =>
  harness.database.find<{ status: string; sent_at: Date | null }>(
    sql`select status, sent_at from alert where id = ${alertId}`,
  );
const attemptsOf = (alertId: string) =>
  harness.database.rows<{ kind: string; attempt: number; ok: boolean; status_code: number; error: string }>(
    sql`select kind, attempt, ok, status_code, error from alert_delivery where alert_id = ${alertId} order by at, id`,
  );
const notificationsOf = (channelId: string) =>
  harness.database.rows<{ kind: string; status: string; due_at: Date; body: Record<string, string> | null }>(
    sql`select kind, status, due_at, body from alert_notification where channel_id = ${channelId} order by id`,
  );
const types = () => receiver.received.map((message) => message.json().type);

/** Runs at each instant at which something is due, until nothing is due. */
async function runToTheEnd(channelId: string): Promise<void> {
  for (let run = 0; run < 50; run++) {
    const next = (await notificationsOf(channelId)).filter(({ status }) => status === "pending");
    if (next.length === 0) return;
    const due = Math.min(...next.map(({ due_at: at }) => at.getTime()));
    deliveries.clock.move(Math.max(0, due - deliveries.clock.now()));
    await deliveries.run(channelId);
  }
  throw new Error("deliveries do not finish");
}

describe("an alert", () => {
  test("is sent signed according to Standard Webhooks, and its status becomes sent", async () => {
    const channel = await webhook();
    const id = await opened(channel.id);
    expect(await statusOf(id)).toEqual({ status: "pending", sent_at: null });
    await deliveries.run(channel.id);
    const [message] = receiver.received;
    expect(message?.path).toBe("/hook");
    const notifications = await harness.database.rows<{ id: string }>(
      sql`select id from alert_notification where alert_id = ${id}`,
    );
    expect(message?.headers["webhook-id"]).toBe(notifications[0]?.id);
    // The library checks the message age by the system clock, which differs from the test's clock.
    expect(() =>
      new Webhook(channel.signingSecret).verify(message?.body ?? "", message?.headers ?? {}),
    ).toThrow(/timestamp too old/);
    const signed = new Webhook(channel.signingSecret).sign(
      message?.headers["webhook-id"] ?? "",
      new Date(deliveries.clock.now()),
      message?.body ?? "",
    );
    expect(message?.headers["webhook-signature"]).toBe(signed);
    expect(message?.json()).toMatchObject({
      id: message?.headers["webhook-id"],
      type: "alert.opened",
      data: {
        alert: {
          id,
          title: "Shop is down",
          status: "pending",
          target: { name: "Shop" },
          evidence: { value: 3 },
        },
        organization: { id: orgId, name: "Test" },
        url: `https://vedette.example.org/alerts/${id}`,
      },
    });
    expect(await statusOf(id)).toMatchObject({ status: "sent", sent_at: expect.any(Date) });
    expect(await attemptsOf(id)).toEqual([
      { kind: "opened", attempt: 1, ok: true, status_code: 200, error: null },
    ]);
  });

  test("becomes sent when all channels have accepted it, not earlier", async () => {
    const [one, other] = [await webhook(), await webhook()];
    const id = await alert();
    await deliveries.notify([notification(id, one.id), notification(id, other.id)]);
    await deliveries.run(one.id);
    expect((await statusOf(id))?.status).toBe("pending");
    await deliveries.run(other.id);
    expect((await statusOf(id))?.status).toBe("sent");
  });

  test("becomes sent if two channels accept it at the same time", async () => {
    const channels = await Promise.all(Array.from({ length: 6 }, () => webhook()));
    const id = await alert();
    await deliveries.notify(channels.map((channel) => notification(id, channel.id)));
    await Promise.all(channels.map((channel) => deliveries.run(channel.id)));
    expect((await statusOf(id))?.status).toBe("sent");
  });

  test("is retried with the same id and growing intervals until the receiver accepts it", async () => {
    receiver.responses.push({ status: 500, body: "try\r\nlater \u202e" }, { status: 503 });
    const channel = await webhook();
    const id = await opened(channel.id);
    await runToTheEnd(channel.id);
    expect(await attemptsOf(id)).toEqual([
      { kind: "opened", attempt: 1, ok: false, status_code: 500, error: "HTTP 500: try later" },
      { kind: "opened", attempt: 2, ok: false, status_code: 503, error: "HTTP 503" },
      { kind: "opened", attempt: 3, ok: true, status_code: 200, error: null },
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect((await statusOf(id))?.status).toBe("sent");
  });

  test.each([
    ["seconds", () => "120"],
    ["an instant", (nowMs: number) => new Date(nowMs + 120_000).toUTCString()],
  ])("waits as long as the receiver's Retry-After in %s", async (_form, header) => {
    receiver.responses.push({ status: 429, headers: { "retry-after": header(deliveries.clock.now()) } });
    const channel = await webhook();
    const startMs = deliveries.clock.now();
    await opened(channel.id);
    await deliveries.run(channel.id);
    const [waiting] = await notificationsOf(channel.id);
    expect((waiting?.due_at.getTime() ?? 0) - startMs).toBeGreaterThanOrEqual(120_000);
  });

  test("is given up after eight attempts within about an hour, and the owners are notified", async () => {
    receiver.responses.push(...Array.from({ length: 20 }, () => ({ status: 500 })));
    const other = await receiverOfTest();
    const [channel, rescue] = [await webhook(receiver, "Dead"), await webhook(other)];
    const owner = await makeMember(harness.database, { orgId, role: "owner" });
    await makeMember(harness.database, { orgId, role: "admin" });
    const id = await opened(channel.id);
    const startMs = deliveries.clock.now();
    await runToTheEnd(channel.id);
    expect(await attemptsOf(id)).toHaveLength(8);
    const minutes = (deliveries.clock.now() - startMs) / 60_000;
    expect([minutes > 50, minutes < 70]).toEqual([true, true]);
    expect((await statusOf(id))?.status).toBe("failed");
    await deliveries.run(rescue.id);
    expect(other.received[0]?.json()).toMatchObject({
      type: "alert.operator",
      data: { title: "The alert channel 'Dead' does not accept messages" },
    });
    const [person] = await harness.database.rows<{ email: string }>(
      sql`select email from person where id = ${owner.id}`,
    );
    expect(deliveries.mails.map(({ to }) => to)).toEqual([person?.email]);
  });

  test("reaches other channels while one fails, with at most one note to the owners per hour", async () => {
    receiver.responses.push(...Array.from({ length: 40 }, () => ({ status: 500 })));
    const [channel, rescue] = [await webhook(), await webhook(await receiverOfTest())];
    for (let index = 0; index < 3; index++) await opened(channel.id);
    await runToTheEnd(channel.id);
    expect(await notificationsOf(rescue.id)).toHaveLength(1);
  });
});

describe("a receiver", () => {
  test.each([404, 410])(
    "that responds with %i no longer exists: its channel is disabled and the owners are notified",
    async (status) => {
      receiver.responses.push({ status });
      const other = await receiverOfTest();
      const [channel, rescue] = [await webhook(receiver, "Gone"), await webhook(other)];
      const ids = [await opened(channel.id), await opened(channel.id)];
      await deliveries.run(channel.id);
      expect(receiver.received).toHaveLength(1);
      const row = await harness.database.find(
        sql`select disabled_at, disabled_reason from alert_channel where id = ${channel.id}`,
      );
      expect(row).toEqual({ disabled_at: expect.any(Date), disabled_reason: `HTTP ${status}` });
      for (const id of ids) expect((await statusOf(id))?.status).toBe("failed");
      await deliveries.run(rescue.id);
      expect(other.received[0]?.json()).toMatchObject({
        data: { title: "The alert channel 'Gone' was disabled" },
      });
      const late = await opened(channel.id);
      await deliveries.run(channel.id);
      expect(receiver.received).toHaveLength(1);
      expect((await statusOf(late))?.status).toBe("failed");
    },
  );

  test("that redirects is not followed", async () => {
    const inner = await receiverOfTest();
    receiver.responses.push({ status: 302, headers: { location: inner.url } });
    const channel = await webhook();
    const id = await opened(channel.id);
    await deliveries.run(channel.id);
    expect(inner.received).toEqual([]);
    expect(await attemptsOf(id)).toMatchObject([
      { ok: false, error: "HTTP 302 (redirects are not followed)" },
    ]);
  });

  test("that never responds times out and does not delay others", async () => {
    const other = await receiverOfTest();
    receiver.responses.push(() => {});
    const [hanging, quick] = [await webhook(), await webhook(other)];
    const id = await opened(hanging.id);
    await opened(quick.id);
    const first = deliveries.run(hanging.id);
    await receiver.waitFor(1);
    await deliveries.run(quick.id);
    expect(other.received).toHaveLength(1);
    expect(await attemptsOf(id)).toEqual([]);
    await first;
    expect(await attemptsOf(id)).toMatchObject([{ ok: false, status_code: null }]);
    expect((await attemptsOf(id))[0]?.error).toMatch(/did not respond within 1 s/);
  });

  test("that echoes a secret does not get it recorded", async () => {
    const config = { url: receiver.url, headers: { authorization: "Bearer s3cret-0f-the-test" } };
    const channel = await deliveries.channel(orgId, { config });
    receiver.responses.push({ status: 400, body: "you sent Bearer s3cret-0f-the-test" });
    const id = await opened(channel.id);
    await deliveries.run(channel.id);
    expect(receiver.received[0]?.headers.authorization).toBe("Bearer s3cret-0f-the-test");
    expect(await attemptsOf(id)).toMatchObject([{ error: "HTTP 400: you sent ••••" }]);
  });

  test("inside a hosted network is not reached", async () => {
    deliveries = testDeliveries(harness.database, { request: testRequest("hosted") });
    const channel = await webhook();
    const id = await opened(channel.id);
    await deliveries.run(channel.id);
    expect(receiver.received).toEqual([]);
    expect((await attemptsOf(id))[0]?.error).toContain("VEDETTE_EGRESS=hosted");
  });
});

describe("many alerts", () => {
  test("are sent one by one up to three, and as a digest from four", async () => {
    const channel = await webhook();
    for (let index = 0; index < 3; index++) await opened(channel.id);
    await deliveries.run(channel.id);
    expect(types()).toEqual(["alert.opened", "alert.opened", "alert.opened"]);
    deliveries.clock.move(60_000);
    const ids = [];
    for (let index = 0; index < 4; index++) ids.push(await opened(channel.id));
    await deliveries.run(channel.id);
    expect(types()).toHaveLength(4);
    const digest = receiver.received[3]?.json().data as { alerts: { alert: { id: string } }[] };
    expect(digest.alerts.map(({ alert: { id } }) => id)).toEqual(ids);
    for (const id of ids) {
      expect((await statusOf(id))?.status).toBe("sent");
      expect(await attemptsOf(id)).toHaveLength(1);
    }
  });

  test("are limited to five messages a minute per channel; later ones are combined into one", async () => {
    const channel = await webhook();
    for (let index = 0; index < 5; index++) {
      await opened(channel.id);
      await deliveries.run(channel.id);
    }
    const firstAtMs = deliveries.clock.now();
    const late = [await opened(channel.id), await opened(channel.id)];
    await deliveries.run(channel.id);
    expect(receiver.received).toHaveLength(5);
    await runToTheEnd(channel.id);
    expect(types().slice(5)).toEqual(["alert.digest"]);
    expect(deliveries.clock.now() - firstAtMs).toBeLessThanOrEqual(60_000);
    for (const id of late) expect((await statusOf(id))?.status).toBe("sent");
  });

  test("a rejected digest is retried unchanged, and later alerts go into another one", async () => {
    receiver.responses.push({ status: 500 });
    const channel = await webhook();
    for (let index = 0; index < 4; index++) await opened(channel.id);
    await deliveries.run(channel.id);
    await opened(channel.id);
    await runToTheEnd(channel.id);
    const sent = receiver.received.map(({ headers, body }) => ({
      id: headers["webhook-id"],
      length: JSON.parse(body).data.alerts?.length,
    }));
    const digests = sent.filter(({ length }) => length === 4);
    expect(digests).toHaveLength(2);
    expect(digests[0]?.id).toBe(digests[1]?.id);
    expect(sent).toHaveLength(3);
  });

  test("ten thousand at once become ten messages that name each alert once", async () => {
    const channel = await webhook();
    const ids = Array.from({ length: 10_000 }, () => newId(deliveries.clock.now()));
    await harness.database.run(sql`
      insert into alert (id, org_id, rule_id, rule_type, severity, target_id, target_kind, target_name, title,
        message, evidence, triggered_at)
      select id, ${orgId}, id, 'ssl_expiry', 'warning', id, 'monitor', 'Shop', 'Shop is down', 'It is.',
        '{"location": "default"}', now()
      from unnest(${ids}::uuid[]) as id`);
    await deliveries.notify(ids.map((id) => notification(id, channel.id)));
    await runToTheEnd(channel.id);
    const named = receiver.received.flatMap(
      (message) => (message.json().data as { alerts: { alert: { id: string } }[] }).alerts,
    );
    expect(receiver.received).toHaveLength(10);
    expect(named.map(({ alert: { id } }) => id).toSorted()).toEqual(ids.toSorted());
    const counts = await harness.database.rows(
      sql`select status, count(*)::int4 as alerts from alert where org_id = ${orgId} group by status`,
    );
    expect(counts).toEqual([{ status: "sent", alerts: 10_000 }]);
  });

  test("a channel without digests gets one message per alert", async () => {
    const events = await receiverOfTest();
    const { pagerdutyChannel } = await import("../channels/incident-tools/pagerduty.ts");
    deliveries = testDeliveries(harness.database, {
      channels: { pagerduty: pagerdutyChannel({ baseUrl: events.url }) },
    });
    const channel = await deliveries.channel(orgId, {
      type: "pagerduty",
      config: { routing_key: "R0123456789012345678901234567890" },
    });
    const ids = [];
    for (let index = 0; index < 8; index++) ids.push(await opened(channel.id));
    await deliveries.run(channel.id);
    expect(events.received.map((message) => message.json().dedup_key)).toEqual(ids);
  });
});

describe("a recovery", () => {
  test("is sent after the opening, even if the opening had to be retried", async () => {
    receiver.responses.push({ status: 500 });
    const channel = await webhook();
    const id = await opened(channel.id);
    await deliveries.run(channel.id);
    await resolve(id, channel.id);
    await deliveries.run(channel.id);
    expect(types()).toEqual(["alert.opened"]);
    await runToTheEnd(channel.id);
    expect(types()).toEqual(["alert.opened", "alert.opened", "alert.resolved"]);
    expect(await statusOf(id)).toMatchObject({ status: "resolved", sent_at: expect.any(Date) });
  });

  test("is not sent if the opening was not", async () => {
    receiver.responses.push(...Array.from({ length: 8 }, () => ({ status: 500 })));
    const channel = await webhook();
    const id = await opened(channel.id);
    await runToTheEnd(channel.id);
    await resolve(id, channel.id);
    await runToTheEnd(channel.id);
    expect(receiver.received).toHaveLength(8);
    expect((await notificationsOf(channel.id)).map(({ status }) => status)).toEqual(["failed", "discarded"]);
  });

  test("a reminder of a resolved or acknowledged alert is not sent", async () => {
    const channel = await webhook();
    const id = await opened(channel.id);
    await deliveries.run(channel.id);
    await harness.database.run(sql`update alert set acknowledged_at = now() where id = ${id}`);
    await deliveries.notify([notification(id, channel.id, "reminder")]);
    await deliveries.run(channel.id);
    expect(types()).toEqual(["alert.opened"]);
  });
});

describe("a process that crashes", () => {
  test("between sending and recording sends again with the same id", async () => {
    let lives = true;
    const dying = {
      ...harness.database,
      transaction: <T>(work: Parameters<typeof harness.database.transaction<T>>[0]) => {
        if (lives) return harness.database.transaction(work);
        throw new Error("killed");
      },
      // A dead process does not run `finally` blocks.
      run: (statement: Parameters<typeof harness.database.run>[0]) =>
        lives ? harness.database.run(statement) : Promise.resolve(0),
    };
    deliveries = testDeliveries(harness.database, { database: dying });
    const channel = await webhook();
    for (let index = 0; index < 4; index++) await opened(channel.id);
    receiver.responses.push((response) => {
      lives = false;
      response.end();
    });
    await expect(deliveries.run(channel.id)).rejects.toThrow("killed");
    lives = true;
    // Its claim stays valid for a while because its death is not known yet.
    await deliveries.run(channel.id);
    expect(receiver.received).toHaveLength(1);
    deliveries.clock.move(20_000);
    await deliveries.run(channel.id);
    expect(receiver.received).toHaveLength(2);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids[0]).toBe(ids[1]);
    expect(receiver.received[0]?.json().data).toEqual(receiver.received[1]?.json().data);
    await deliveries.run(channel.id);
    expect(receiver.received).toHaveLength(2);
  });

  test("leaves nothing that is not recovered", async () => {
    const channel = await webhook();
    const id = await opened(channel.id);
    await harness.database.run(sql`delete from pgboss.job where name = 'alerts.deliver'`);
    deliveries.clock.move(60_000);
    await deliveries.deliverOverdue();
    const jobs = await harness.database.rows<{ data: { channelId: string } }>(
      sql`select data from pgboss.job where name = 'alerts.deliver'`,
    );
    expect(jobs.map(({ data }) => data.channelId)).toContain(channel.id);
    // The message was delivered, and the process died before it updated the alert.
    await deliveries.run(channel.id);
    await harness.database.run(sql`update alert set status = 'pending', sent_at = null where id = ${id}`);
    await deliveries.deliverOverdue();
    expect((await statusOf(id))?.status).toBe("sent");
  });

  test("concurrent runs send each message of a channel once", async () => {
    const channel = await webhook();
    await opened(channel.id);
    await Promise.all(Array.from({ length: 8 }, () => deliveries.run(channel.id)));
    expect(receiver.received).toHaveLength(1);
  });
});

test("an organization's notifications do not reach another organization's channel", async () => {
  const [channel, id] = [await webhook(), await alert()];
  const other = await makeOrganization(harness.database);
  await deliveries.notify([{ ...notification(id, channel.id), orgId: other }]);
  await deliveries.run(channel.id);
  expect(receiver.received).toEqual([]);
});

test("committed notifications are delivered by the jobs of any process", async () => {
  const handlers = { ...idleJobs(), ...deliveryJobs(deliveries) };
  ends.push((await startJobs({ connection: harness.connection, log: silentLogger, handlers })).stop);
  const channels = await Promise.all(Array.from({ length: 5 }, () => webhook()));
  const id = await alert();
  await deliveries.notify(channels.map((channel) => notification(id, channel.id)));
  await receiver.waitFor(5);
  await expect.poll(() => statusOf(id), { timeout: 30_000 }).toMatchObject({ status: "sent" });
});
