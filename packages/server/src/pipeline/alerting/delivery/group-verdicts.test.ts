import { beforeEach, describe, expect, test } from "vitest";
import { makeAlert, makeRule } from "../../../../test/alerting.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { makeBundle } from "../../../../test/evidence/make-bundle.ts";
import { deliveryLab } from "../../../../test/labs/delivery-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { describeMessage } from "../messages/describe-message.ts";
import type { AlertVerdict, Message } from "../messages/message.ts";

const lab = deliveryLab();
let channelId: string;
beforeEach(async () => {
  channelId = (await lab.webhook()).id;
});

const sentLast = () =>
  lab.receiver.received.at(-1)?.json() as { type: string; data: { verdicts?: AlertVerdict[] } };

/** Opens alerts of as many targets, each with a verdict except for the last one. */
async function openMany(count: number, groupKey: string | null, summary = "ns1 answers NXDOMAIN") {
  const { harness, orgId, deliveries } = lab;
  const params = { threshold: 1, min_locations: 1 };
  const ruleId = await makeRule(harness.database, { orgId, type: "consecutive_failures", params });
  const alertIds: string[] = [];
  for (let nr = 0; nr < count; nr++) {
    deliveries.clock.move(10);
    const atMs = deliveries.clock.now();
    const { id: targetId } = await makeMonitor(harness.database, { orgId });
    const alertId = await makeAlert(harness.database, { orgId, ruleId, groupKey, targetId, atMs });
    const verdict = { layer: nr === count - 1 ? "none" : "dns", summary: `${summary} ${nr}` } as const;
    await makeBundle(harness.database, { orgId, targetId, at: new Date(atMs - 1_000), verdict });
    alertIds.push(alertId);
  }
  await harness.database.run(
    sql`update alert set rule_type = 'consecutive_failures' where org_id = ${orgId}`,
  );
  await deliveries.notify(
    alertIds.map((alertId) => ({ orgId, alertId, channelId, kind: "opened" as const })),
  );
  await deliveries.run(channelId);
  const sent = sentLast();
  return { alertIds, type: sent.type, verdicts: sent.data.verdicts };
}

describe("the verdicts about many alerts", () => {
  test.each([
    ["a group", "rule", "alert.opened"],
    ["a digest", null, "alert.digest"],
  ])("are in the message of %s, one for each target that has one", async (_name, groupKey, type) => {
    const sent = await openMany(5, groupKey);
    expect(lab.receiver.received).toHaveLength(1);
    expect(sent.type).toBe(type);
    expect(sent.verdicts?.map(({ alert_id: id, summary }) => [id, summary])).toEqual(
      sent.alertIds.slice(0, 4).map((id, nr) => [id, `ns1 answers NXDOMAIN ${nr}`]),
    );
    expect(sent.verdicts?.[0]?.url).toContain(`/alerts/${sent.alertIds[0]}#evidence`);
  });

  test("are at most ten, those of the first alerts", async () => {
    const { verdicts, alertIds } = await openMany(14, null);
    expect(verdicts?.map(({ alert_id: id }) => id)).toEqual(alertIds.slice(0, 10));
  });

  test("a group of one alert has its verdict as a message of its own has it", async () => {
    const { alertIds } = await openMany(2, "rule");
    lab.deliveries.clock.move(60_000);
    const [first = ""] = alertIds;
    await lab.deliveries.notify([{ orgId: lab.orgId, alertId: first, channelId, kind: "reminder" }]);
    await lab.deliveries.run(channelId);
    expect(lab.receiver.received.at(-1)?.json()).toMatchObject({
      type: "alert.reminder",
      data: {
        verdict: { layer: "dns", summary: "ns1 answers NXDOMAIN 0" },
        group: { alerts: [{ id: first }] },
      },
    });
  });
});

test("a line of a verdict follows its alert, bounded and without line breaks", async () => {
  const { alertIds } = await openMany(3, "rule", `first\nsecond ${"x".repeat(400)}`);
  const { type, data } = sentLast();
  const message = { id: "m", kind: type.slice("alert.".length), ...data } as Message;
  const { items } = describeMessage(message);
  expect(items).toHaveLength(alertIds.length);
  expect(items[0]).toMatch(/^Shop is down \(.*\)\. Likely verdict: first second x+…$/);
  expect(items[0]?.length).toBeLessThan(300);
  expect(items[2]).not.toContain("verdict");
});
