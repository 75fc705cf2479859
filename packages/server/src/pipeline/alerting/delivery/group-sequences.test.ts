import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAlert, makeRule } from "../../../../test/alerting.ts";
import { makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { testDeliveries } from "../../../../test/deliveries.ts";
import { startReceiver } from "../../../../test/servers/receiver.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { CHANNELS } from "../channels/registry.ts";

let harness: TestDatabase;
beforeAll(async () => {
  harness = await testDatabase();
});
afterAll(() => harness.drop());

/** `late`: an alert that is recorded three seconds after it opened. `fail`: a delivery that the receiver rejects. */
const step = fc.constantFrom("open", "open", "late", "resolve", "resolve", "deliver", "fail");
const steps = fc.array(fc.record({ step, nr: fc.nat(9) }), { minLength: 5, maxLength: 30 });

type Body = { type: string; data: { group: { alerts: { id: string }[] } } };

/** Applies the steps to alerts of one key, resolves what is open, and delivers all. Returns the alerts and messages. */
async function play(commands: readonly { step: string; nr: number }[]) {
  const { database } = harness;
  const receiver = await startReceiver();
  // Without digests, so that each message is about the group.
  const deliveries = testDeliveries(database, {
    channels: { webhook: { ...CHANNELS.webhook, digests: false } },
  });
  const orgId = await makeOrganization(database);
  const { id: channelId } = await deliveries.channel(orgId, { config: { url: receiver.url, headers: {} } });
  const ruleId = await makeRule(database, {
    ...{ orgId, type: "ssl_expiry", params: { days: 9 }, channelIds: [channelId] },
  });
  const ids: string[] = [];
  const open: string[] = [];
  const notify = (alertId: string, kind: "opened" | "resolved") =>
    deliveries.notify([{ orgId, alertId, channelId, kind }]);
  const resolve = async (nr: number) => {
    const [id] = open.splice(nr % Math.max(1, open.length), 1);
    if (id === undefined) return;
    const at = new Date(deliveries.clock.now());
    await database.run(sql`update alert set status = 'resolved', resolved_at = ${at} where id = ${id}`);
    await notify(id, "resolved");
  };
  const openAt = async (atMs: number) => {
    const id = await makeAlert(database, { orgId, ruleId, groupKey: "rule", atMs });
    ids.push(id);
    open.push(id);
    await notify(id, "opened");
  };
  const actions: Record<string, (nr: number) => Promise<void>> = {
    open: () => openAt(deliveries.clock.now()),
    late: () => openAt(deliveries.clock.now() - 3_000),
    resolve,
    deliver: () => deliveries.run(channelId),
    async fail() {
      receiver.responses.push({ status: 500 });
      await deliveries.run(channelId);
      // If nothing was due, the next delivery succeeds.
      receiver.responses.length = 0;
    },
  };
  for (const { step: name, nr } of commands) {
    deliveries.clock.move(1_000);
    await actions[name]?.(nr);
  }
  while (open.length > 0) await resolve(0);
  for (let run = 0; run < 20; run++) {
    deliveries.clock.move(600_000);
    await deliveries.run(channelId);
  }
  const pending = await database.rows(sql`
    select kind from alert_notification where channel_id = ${channelId} and status = 'pending'`);
  await receiver.close();
  // A message that was tried again counts once.
  const messages = new Map(
    receiver.received.map((request) => [String(request.headers["webhook-id"]), request.json() as Body]),
  );
  return { ids, pending, messages: [...messages.values()] };
}

test("in any sequence, openings and recoveries of a group alternate, and the recoveries list every alert", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const { ids, pending, messages } = await play(commands);
      expect(pending).toEqual([]);
      const types = messages.map(({ type }) => type);
      expect(types).toEqual(types.map((_, nr) => (nr % 2 === 0 ? "alert.opened" : "alert.resolved")));
      expect(types.length % 2).toBe(0);
      const recovered = messages.filter((_, nr) => nr % 2 === 1).flatMap(({ data }) => data.group.alerts);
      expect([...new Set(recovered.map(({ id }) => id))].sort()).toEqual([...ids].sort());
    }),
    { numRuns: 60 },
  );
});
