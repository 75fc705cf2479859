import { QUIET_DAYS, type QuietHours } from "@vedette/contract/alerts/channels/quiet-hours.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { type TestDeliveries, testDeliveries } from "../../../../test/deliveries.ts";
import { type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { sql } from "../../../platform/storage/sql.ts";

let harness: TestDatabase;
let receiver: Receiver;
let deliveries: TestDeliveries;
let orgId: string;
let channelId: string;
beforeAll(async () => {
  harness = await testDatabase();
});
beforeEach(async () => {
  orgId = await makeOrganization(harness.database);
  receiver = await startReceiver();
  deliveries = testDeliveries(harness.database);
  channelId = (await deliveries.channel(orgId, { config: { url: receiver.url, headers: {} } })).id;
});
afterEach(() => receiver.close());
afterAll(() => harness.drop());

/** The clock of the tests starts at 12:00 UTC on a Sunday. */
const NOON: QuietHours = {
  timezone: "UTC",
  ranges: [{ days: [...QUIET_DAYS], from: "11:00", to: "14:00" }],
  except: [],
};

const configure = ({ quiet = null, only = null }: { quiet?: QuietHours | null; only?: string | null }) =>
  harness.database.run(sql`
    update alert_channel set quiet_hours = ${quiet && JSON.stringify(quiet)}::jsonb,
      only_severity = case when ${only}::text is null then null else array[${only}::text] end
    where id = ${channelId}`);

async function open(severity: "critical" | "warning"): Promise<string> {
  deliveries.clock.move(1);
  const alertId = await makeAlert(harness.database, { orgId, atMs: deliveries.clock.now() });
  await harness.database.run(sql`update alert set severity = ${severity} where id = ${alertId}`);
  await deliveries.notify([{ orgId, alertId, channelId, kind: "opened" }]);
  return alertId;
}

async function resolve(alertId: string): Promise<void> {
  const now = new Date(deliveries.clock.now());
  await harness.database.run(
    sql`update alert set status = 'resolved', resolved_at = ${now} where id = ${alertId}`,
  );
  await deliveries.notify([{ orgId, alertId, channelId, kind: "resolved" }]);
}

const types = () => receiver.received.map((message) => message.json().type);
const TWO_HOURS_MS = 7_200_000;

describe("quiet hours", () => {
  test("hold back what arrives in them, and send it as one message when they end", async () => {
    await configure({ quiet: NOON });
    const first = await open("critical");
    await open("warning");
    await resolve(first);
    await deliveries.run(channelId);
    expect(types()).toEqual([]);
    deliveries.clock.move(TWO_HOURS_MS);
    await deliveries.run(channelId);
    expect(types()).toEqual(["alert.digest"]);
    expect(receiver.received[0]?.json()).toMatchObject({
      data: {
        alerts: [{ type: "alert.opened" }, { type: "alert.opened" }, { type: "alert.resolved" }],
      },
    });
  });

  test("let the severities pass that they except", async () => {
    await configure({ quiet: { ...NOON, except: ["critical"] } });
    await open("warning");
    await open("critical");
    await deliveries.run(channelId);
    expect(types()).toEqual(["alert.opened"]);
  });

  test("are not part of the time in which a message is retried", async () => {
    await configure({ quiet: NOON });
    await open("critical");
    await deliveries.run(channelId);
    deliveries.clock.move(TWO_HOURS_MS);
    receiver.responses.push({ status: 500 });
    await deliveries.run(channelId);
    deliveries.clock.move(60_000);
    await deliveries.run(channelId);
    expect(types()).toEqual(["alert.opened", "alert.opened"]);
  });
});

test("a channel for some severities gets only their alerts", async () => {
  await configure({ only: "critical" });
  await resolve(await open("warning"));
  await open("critical");
  await deliveries.run(channelId);
  expect(types()).toEqual(["alert.opened"]);
});
