import { describe, expect, test } from "vitest";
import { deliveryLab } from "../../../../test/labs/delivery-lab.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = deliveryLab();
const { attemptsOf, notification, opened, runToTheEnd, startAnother, statusOf, types, webhook } = lab;

describe("many alerts", () => {
  test("are sent one by one up to three, and as a digest from four", async () => {
    const channel = await webhook();
    for (let index = 0; index < 3; index++) await opened(channel.id);
    await lab.deliveries.run(channel.id);
    expect(types()).toEqual(["alert.opened", "alert.opened", "alert.opened"]);
    lab.deliveries.clock.move(60_000);
    const ids = [];
    for (let index = 0; index < 4; index++) ids.push(await opened(channel.id));
    await lab.deliveries.run(channel.id);
    expect(types()).toHaveLength(4);
    const digest = lab.receiver.received[3]?.json().data as { alerts: { alert: { id: string } }[] };
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
      await lab.deliveries.run(channel.id);
    }
    const firstAtMs = lab.deliveries.clock.now();
    const late = [await opened(channel.id), await opened(channel.id)];
    await lab.deliveries.run(channel.id);
    expect(lab.receiver.received).toHaveLength(5);
    await runToTheEnd(channel.id);
    expect(types().slice(5)).toEqual(["alert.digest"]);
    expect(lab.deliveries.clock.now() - firstAtMs).toBeLessThanOrEqual(60_000);
    for (const id of late) expect((await statusOf(id))?.status).toBe("sent");
  });

  test("a rejected digest is retried unchanged, and later alerts go into another one", async () => {
    lab.receiver.responses.push({ status: 500 });
    const channel = await webhook();
    for (let index = 0; index < 4; index++) await opened(channel.id);
    await lab.deliveries.run(channel.id);
    await opened(channel.id);
    await runToTheEnd(channel.id);
    const sent = lab.receiver.received.map(({ headers, body }) => ({
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
    const ids = Array.from({ length: 10_000 }, () => newId(lab.deliveries.clock.now()));
    await lab.harness.database.run(sql`
      insert into alert (id, org_id, rule_id, rule_type, severity, target_id, target_kind, target_name, title,
        message, evidence, triggered_at)
      select id, ${lab.orgId}, id, 'ssl_expiry', 'warning', id, 'monitor', 'Shop', 'Shop is down', 'It is.',
        '{"location": "default"}', now()
      from unnest(${ids}::uuid[]) as id`);
    await lab.deliveries.notify(ids.map((id) => notification(id, channel.id)));
    await runToTheEnd(channel.id);
    const named = lab.receiver.received.flatMap(
      (message) => (message.json().data as { alerts: { alert: { id: string } }[] }).alerts,
    );
    expect(lab.receiver.received).toHaveLength(10);
    expect(named.map(({ alert: { id } }) => id).toSorted()).toEqual(ids.toSorted());
    const counts = await lab.harness.database.rows(
      sql`select status, count(*)::int4 as alerts from alert where org_id = ${lab.orgId} group by status`,
    );
    expect(counts).toEqual([{ status: "sent", alerts: 10_000 }]);
  });

  test("a channel without digests gets one message per alert", async () => {
    const events = await startAnother();
    const { pagerdutyChannel } = await import("../channels/incident-tools/pagerduty.ts");
    lab.configure({
      channels: { pagerduty: pagerdutyChannel({ baseUrl: events.url }) },
    });
    const channel = await lab.deliveries.channel(lab.orgId, {
      type: "pagerduty",
      config: { routing_key: "R0123456789012345678901234567890" },
    });
    const ids = [];
    for (let index = 0; index < 8; index++) ids.push(await opened(channel.id));
    await lab.deliveries.run(channel.id);
    expect(events.received.map((message) => message.json().dedup_key)).toEqual(ids);
  });
});
