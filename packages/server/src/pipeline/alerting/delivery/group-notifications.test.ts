import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert, makeRule } from "../../../../test/alerting.ts";
import { makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { type TestDeliveries, testDeliveries } from "../../../../test/deliveries.ts";
import { type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { remindOfAlerts } from "../alerts/remind.ts";

const FAILURES = { type: "consecutive_failures", params: { threshold: 1, min_locations: 1 } } as const;

let harness: TestDatabase;
let orgId: string;
let ruleId: string;
let channelId: string;
let receiver: Receiver;
let deliveries: TestDeliveries;
beforeAll(async () => {
  harness = await testDatabase();
});
beforeEach(async () => {
  orgId = await makeOrganization(harness.database);
  receiver = await startReceiver();
  deliveries = testDeliveries(harness.database);
  channelId = (await deliveries.channel(orgId, { config: { url: receiver.url, headers: {} } })).id;
  ruleId = await makeRule(harness.database, {
    orgId,
    channelIds: [channelId],
    remindEverySeconds: 600,
    ...FAILURES,
  });
});
afterEach(() => receiver.close());
afterAll(() => harness.drop());

/** Opens an alert of the rule, a second after the one before. */
async function open(name: string, groupKey: string | null = "rule"): Promise<string> {
  deliveries.clock.move(1_000);
  const atMs = deliveries.clock.now();
  const id = await makeAlert(harness.database, { orgId, ruleId, groupKey, name, atMs });
  await deliveries.notify([{ orgId, alertId: id, channelId, kind: "opened" }]);
  return id;
}

async function resolve(id: string): Promise<void> {
  deliveries.clock.move(1_000);
  await harness.database.run(sql`
    update alert set status = 'resolved', resolved_at = ${new Date(deliveries.clock.now())} where id = ${id}`);
  await deliveries.notify([{ orgId, alertId: id, channelId, kind: "resolved" }]);
}

const deliver = () => deliveries.run(channelId);

type SentAlert = { id: string; title: string };
type Body = {
  type: string;
  data: {
    alert: SentAlert;
    alerts?: { alert: SentAlert }[];
    group?: { key: string; label: string; alerts: SentAlert[] };
  };
};

const bodies = () => receiver.received.map((request) => request.json() as Body);

/** The messages so far: the type and the alerts that each lists. */
const messages = () =>
  bodies().map(({ type, data: { alert, alerts, group } }) => {
    const listed = group?.alerts ?? alerts?.map((each) => each.alert) ?? [alert];
    return [type.replace("alert.", ""), ...listed.map(({ title }) => title.replace(" is down", ""))].join(
      " ",
    );
  });

const statusOf = async (id: string) =>
  (await harness.database.find<{ status: string }>(sql`select status from alert where id = ${id}`))?.status;
const pending = () =>
  harness.database.rows(
    sql`select 1 from alert_notification where channel_id = ${channelId} and status = 'pending'`,
  );

describe("alerts with the same key", () => {
  test("that open together are one message, and their last recovery is another", async () => {
    const names = Array.from({ length: 10 }, (_, nr) => `T${nr}`);
    const ids: string[] = [];
    for (const name of names) ids.push(await open(name));
    await deliver();
    expect(messages()).toEqual([`opened ${names.join(" ")}`]);
    expect(await Promise.all(ids.map(statusOf))).toEqual(names.map(() => "sent"));
    for (const id of ids) {
      await deliver();
      await resolve(id);
    }
    await deliver();
    expect(messages()).toEqual([`opened ${names.join(" ")}`, `resolved ${names.join(" ")}`]);
    const [first, last] = bodies();
    expect(first?.data.group).toMatchObject({ key: `${ruleId}:rule`, label: "Test" });
    expect(last?.data.group?.key).toBe(first?.data.group?.key);
    expect(last?.data.alert.id).toBe(ids.at(-1));
    expect(await pending()).toEqual([]);
  });

  test("that open later are added without a message, also after the first has resolved", async () => {
    const first = await open("First");
    await deliver();
    const second = await open("Second");
    await deliver();
    await resolve(first);
    await deliver();
    const third = await open("Third");
    await deliver();
    await resolve(second);
    await resolve(third);
    await deliver();
    expect(messages()).toEqual(["opened First", "resolved First Second Third"]);
    expect(await statusOf(third)).toBe("resolved");
    expect(await pending()).toEqual([]);
  });

  test("that open after the recovery are a new message", async () => {
    await resolve(await open("First"));
    await deliver();
    await resolve(await open("Second"));
    await open("Third");
    await deliver();
    expect(messages()).toEqual([
      "opened First",
      "resolved First",
      "opened Second",
      "resolved Second",
      "opened Third",
    ]);
  });

  test("that were recorded late do not join a message whose recovery was sent", async () => {
    const first = await open("First");
    await deliver();
    await resolve(first);
    await deliver();
    const late = await makeAlert(harness.database, {
      ...{ orgId, ruleId, groupKey: "rule", name: "Late" },
      atMs: deliveries.clock.now() - 1_500,
    });
    await deliveries.notify([{ orgId, alertId: late, channelId, kind: "opened" }]);
    await deliver();
    expect(messages()).toEqual(["opened First", "resolved First", "opened Late"]);
  });

  test("of another key, another rule or without a key have their own messages", async () => {
    const other = await makeRule(harness.database, { orgId, channelIds: [channelId], ...FAILURES });
    await open("A", "tag:team:a");
    await open("B", "tag:team:b");
    await open("C", null);
    await deliver();
    expect(messages()).toEqual(["opened A", "opened B", "opened C"]);
    const atMs = deliveries.clock.now();
    const foreign = await makeAlert(harness.database, {
      orgId,
      ruleId: other,
      groupKey: "tag:team:a",
      name: "D",
      atMs,
    });
    await deliveries.notify([{ orgId, alertId: foreign, channelId, kind: "opened" }]);
    await open("E", "tag:team:a");
    await deliver();
    expect(messages().slice(3)).toEqual(["opened D"]);
    expect(bodies()[0]?.data.group?.label).toBe("team:a");
    expect(bodies()[2]?.data.group).toBeUndefined();
  });

  test("are retried as the same message, and alerts that open meanwhile are added to it", async () => {
    receiver.responses.push({ status: 500 });
    await open("First");
    await open("Second");
    await deliver();
    const third = await open("Third");
    deliveries.clock.move(120_000);
    await deliver();
    expect(messages()).toEqual(["opened First Second", "opened First Second"]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await statusOf(third)).toBe("sent");
    expect(await pending()).toEqual([]);
  });

  test("are reminded of together", async () => {
    const ids = [await open("First"), await open("Second"), await open("Third", null)];
    await deliver();
    const dueMs = deliveries.clock.now() + 600_000;
    for (const [nr, id] of ids.entries())
      await harness.database.run(
        sql`update alert set remind_at = ${new Date(dueMs + nr * 60_000)} where id = ${id}`,
      );
    deliveries.clock.move(600_000);
    const remind = async () => {
      await remindOfAlerts(
        { database: harness.database, clock: deliveries.clock },
        { signal: AbortSignal.timeout(30_000) },
      );
      await deliver();
    };
    await remind();
    deliveries.clock.move(60_000);
    await remind();
    expect(messages()).toEqual(["opened First Second", "opened Third", "reminder First Second"]);
    deliveries.clock.move(60_000);
    await remind();
    expect(messages().slice(3)).toEqual(["reminder Third"]);
  });

  test("count as one message, so that other alerts do not become a digest", async () => {
    for (const name of ["A", "B", "C"]) await open(name);
    await open("D", null);
    await open("E", null);
    await deliver();
    expect(messages()).toEqual(["opened A B C", "opened D", "opened E"]);
  });
});
