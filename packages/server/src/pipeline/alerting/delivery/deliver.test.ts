import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { makeMember } from "../../../../test/app.ts";
import { makeOrganization } from "../../../../test/builders.ts";
import { idleJobs } from "../../../../test/idle-jobs.ts";
import { deliveryLab } from "../../../../test/labs/delivery-lab.ts";
import { startJobs } from "../../../platform/jobs/jobs.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { deliveryJobs } from "./deliver.ts";

const lab = deliveryLab();
const {
  alert,
  attemptsOf,
  notification,
  notificationsOf,
  opened,
  resolve,
  runToTheEnd,
  startAnother,
  statusOf,
  types,
  webhook,
} = lab;

describe("an alert", () => {
  test("is sent signed according to Standard Webhooks, and its status becomes sent", async () => {
    const channel = await webhook();
    const id = await opened(channel.id);
    expect(await statusOf(id)).toEqual({ status: "pending", sent_at: null });
    await lab.deliveries.run(channel.id);
    const [message] = lab.receiver.received;
    expect(message?.path).toBe("/hook");
    const notifications = await lab.harness.database.rows<{ id: string }>(
      sql`select id from alert_notification where alert_id = ${id}`,
    );
    expect(message?.headers["webhook-id"]).toBe(notifications[0]?.id);
    // The library checks the message age by the system clock, which differs from the test's clock.
    expect(() =>
      new Webhook(channel.signingSecret).verify(message?.body ?? "", message?.headers ?? {}),
    ).toThrow(/timestamp too old/);
    const signed = new Webhook(channel.signingSecret).sign(
      message?.headers["webhook-id"] ?? "",
      new Date(lab.deliveries.clock.now()),
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
        organization: { id: lab.orgId, name: "Test" },
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
    await lab.deliveries.notify([notification(id, one.id), notification(id, other.id)]);
    await lab.deliveries.run(one.id);
    expect((await statusOf(id))?.status).toBe("pending");
    await lab.deliveries.run(other.id);
    expect((await statusOf(id))?.status).toBe("sent");
  });

  test("becomes sent if two channels accept it at the same time", async () => {
    const channels = await Promise.all(Array.from({ length: 6 }, () => webhook()));
    const id = await alert();
    await lab.deliveries.notify(channels.map((channel) => notification(id, channel.id)));
    await Promise.all(channels.map((channel) => lab.deliveries.run(channel.id)));
    expect((await statusOf(id))?.status).toBe("sent");
  });

  test("is retried with the same id and growing intervals until the receiver accepts it", async () => {
    lab.receiver.responses.push({ status: 500, body: "try\r\nlater \u202e" }, { status: 503 });
    const channel = await webhook();
    const id = await opened(channel.id);
    await runToTheEnd(channel.id);
    expect(await attemptsOf(id)).toEqual([
      { kind: "opened", attempt: 1, ok: false, status_code: 500, error: "HTTP 500: try later" },
      { kind: "opened", attempt: 2, ok: false, status_code: 503, error: "HTTP 503" },
      { kind: "opened", attempt: 3, ok: true, status_code: 200, error: null },
    ]);
    expect(new Set(lab.receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect((await statusOf(id))?.status).toBe("sent");
  });

  test.each([
    ["seconds", () => "120"],
    ["an instant", (nowMs: number) => new Date(nowMs + 120_000).toUTCString()],
  ])("waits as long as the receiver's Retry-After in %s", async (_form, header) => {
    lab.receiver.responses.push({
      status: 429,
      headers: { "retry-after": header(lab.deliveries.clock.now()) },
    });
    const channel = await webhook();
    const startMs = lab.deliveries.clock.now();
    await opened(channel.id);
    await lab.deliveries.run(channel.id);
    const [waiting] = await notificationsOf(channel.id);
    expect((waiting?.due_at.getTime() ?? 0) - startMs).toBeGreaterThanOrEqual(120_000);
  });

  test("is given up after eight attempts within about an hour, and the owners are notified", async () => {
    lab.receiver.responses.push(...Array.from({ length: 20 }, () => ({ status: 500 })));
    const other = await startAnother();
    const [channel, rescue] = [await webhook(lab.receiver, "Dead"), await webhook(other)];
    const owner = await makeMember(lab.harness.database, { orgId: lab.orgId, role: "owner" });
    await makeMember(lab.harness.database, { orgId: lab.orgId, role: "admin" });
    const id = await opened(channel.id);
    const startMs = lab.deliveries.clock.now();
    await runToTheEnd(channel.id);
    expect(await attemptsOf(id)).toHaveLength(8);
    const minutes = (lab.deliveries.clock.now() - startMs) / 60_000;
    expect([minutes > 50, minutes < 70]).toEqual([true, true]);
    expect((await statusOf(id))?.status).toBe("failed");
    await lab.deliveries.run(rescue.id);
    expect(other.received[0]?.json()).toMatchObject({
      type: "alert.operator",
      data: { title: "The alert channel 'Dead' does not accept messages" },
    });
    const [person] = await lab.harness.database.rows<{ email: string }>(
      sql`select email from person where id = ${owner.id}`,
    );
    expect(lab.deliveries.mails.map(({ to }) => to)).toEqual([person?.email]);
  });

  test("reaches other channels while one fails, with at most one note to the owners per hour", async () => {
    lab.receiver.responses.push(...Array.from({ length: 40 }, () => ({ status: 500 })));
    const [channel, rescue] = [await webhook(), await webhook(await startAnother())];
    for (let index = 0; index < 3; index++) await opened(channel.id);
    await runToTheEnd(channel.id);
    expect(await notificationsOf(rescue.id)).toHaveLength(1);
  });
});

describe("a recovery", () => {
  test("is sent after the opening, even if the opening had to be retried", async () => {
    lab.receiver.responses.push({ status: 500 });
    const channel = await webhook();
    const id = await opened(channel.id);
    await lab.deliveries.run(channel.id);
    await resolve(id, channel.id);
    await lab.deliveries.run(channel.id);
    expect(types()).toEqual(["alert.opened"]);
    await runToTheEnd(channel.id);
    expect(types()).toEqual(["alert.opened", "alert.opened", "alert.resolved"]);
    expect(await statusOf(id)).toMatchObject({ status: "resolved", sent_at: expect.any(Date) });
  });

  test("is not sent if the opening was not", async () => {
    lab.receiver.responses.push(...Array.from({ length: 8 }, () => ({ status: 500 })));
    const channel = await webhook();
    const id = await opened(channel.id);
    await runToTheEnd(channel.id);
    await resolve(id, channel.id);
    await runToTheEnd(channel.id);
    expect(lab.receiver.received).toHaveLength(8);
    expect((await notificationsOf(channel.id)).map(({ status }) => status)).toEqual(["failed", "discarded"]);
  });

  test("a reminder of a resolved or acknowledged alert is not sent", async () => {
    const channel = await webhook();
    const id = await opened(channel.id);
    await lab.deliveries.run(channel.id);
    await lab.harness.database.run(sql`update alert set acknowledged_at = now() where id = ${id}`);
    await lab.deliveries.notify([notification(id, channel.id, "reminder")]);
    await lab.deliveries.run(channel.id);
    expect(types()).toEqual(["alert.opened"]);
  });
});

test("an organization's notifications do not reach another organization's channel", async () => {
  const [channel, id] = [await webhook(), await alert()];
  const other = await makeOrganization(lab.harness.database);
  await lab.deliveries.notify([{ ...notification(id, channel.id), orgId: other }]);
  await lab.deliveries.run(channel.id);
  expect(lab.receiver.received).toEqual([]);
});

test("committed notifications are delivered by the jobs of any process", async () => {
  const handlers = { ...idleJobs(), ...deliveryJobs(lab.deliveries) };
  lab.ends.push((await startJobs({ database: lab.harness.database, log: silentLogger, handlers })).stop);
  const channels = await Promise.all(Array.from({ length: 5 }, () => webhook()));
  const id = await alert();
  await lab.deliveries.notify(channels.map((channel) => notification(id, channel.id)));
  await lab.receiver.waitFor(5);
  await expect.poll(() => statusOf(id), { timeout: 30_000 }).toMatchObject({ status: "sent" });
});
