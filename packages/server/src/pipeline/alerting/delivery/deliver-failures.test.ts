import { describe, expect, test } from "vitest";
import { testRequest } from "../../../../test/deliveries.ts";
import { deliveryLab } from "../../../../test/labs/delivery-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { RUNS_PER_ORGANIZATION_MAX } from "./deliver.ts";

const lab = deliveryLab();
const { attemptsOf, opened, startAnother, statusOf, webhook } = lab;

describe("a receiver", () => {
  test.each([404, 410])(
    "that responds with %i no longer exists: its channel is disabled and the owners are notified",
    async (status) => {
      lab.receiver.responses.push({ status });
      const other = await startAnother();
      const [channel, rescue] = [await webhook(lab.receiver, "Gone"), await webhook(other)];
      const ids = [await opened(channel.id), await opened(channel.id)];
      await lab.deliveries.run(channel.id);
      expect(lab.receiver.received).toHaveLength(1);
      const row = await lab.harness.database.find(
        sql`select disabled_at, disabled_reason from alert_channel where id = ${channel.id}`,
      );
      expect(row).toEqual({ disabled_at: expect.any(Date), disabled_reason: `HTTP ${status}` });
      for (const id of ids) expect((await statusOf(id))?.status).toBe("failed");
      await lab.deliveries.run(rescue.id);
      expect(other.received[0]?.json()).toMatchObject({
        data: { title: "The alert channel 'Gone' was disabled" },
      });
      const late = await opened(channel.id);
      await lab.deliveries.run(channel.id);
      expect(lab.receiver.received).toHaveLength(1);
      expect((await statusOf(late))?.status).toBe("failed");
    },
  );

  test("that redirects is not followed", async () => {
    const inner = await startAnother();
    lab.receiver.responses.push({ status: 302, headers: { location: inner.url } });
    const channel = await webhook();
    const id = await opened(channel.id);
    await lab.deliveries.run(channel.id);
    expect(inner.received).toEqual([]);
    expect(await attemptsOf(id)).toMatchObject([
      { ok: false, error: "HTTP 302 (redirects are not followed)" },
    ]);
  });

  test("that never responds times out and does not delay others", async () => {
    const other = await startAnother();
    lab.receiver.responses.push(() => {});
    const [hanging, quick] = [await webhook(), await webhook(other)];
    const id = await opened(hanging.id);
    await opened(quick.id);
    const first = lab.deliveries.run(hanging.id);
    await lab.receiver.waitFor(1);
    await lab.deliveries.run(quick.id);
    expect(other.received).toHaveLength(1);
    expect(await attemptsOf(id)).toEqual([]);
    await first;
    expect(await attemptsOf(id)).toMatchObject([{ ok: false, status_code: null }]);
    expect((await attemptsOf(id))[0]?.error).toMatch(/did not respond within 1 s/);
  });

  test("that hangs leaves runs for other organizations, however many of one organization do", async () => {
    const channels = await Promise.all(
      Array.from({ length: RUNS_PER_ORGANIZATION_MAX + 1 }, () => webhook()),
    );
    for (const { id } of channels) {
      await opened(id);
      lab.receiver.responses.push(() => {});
    }
    const runs = channels.map(({ id }) => lab.deliveries.run(id));
    await lab.receiver.waitFor(RUNS_PER_ORGANIZATION_MAX);
    await Promise.race(runs);
    expect(lab.receiver.received).toHaveLength(RUNS_PER_ORGANIZATION_MAX);
    await Promise.all(runs);
    expect(lab.receiver.received).toHaveLength(RUNS_PER_ORGANIZATION_MAX);
    lab.deliveries.clock.move(1_000);
    lab.receiver.responses.length = 0;
    for (const { id } of channels) await lab.deliveries.run(id);
    expect(lab.receiver.received).toHaveLength(RUNS_PER_ORGANIZATION_MAX + 1);
  });

  test("that echoes a secret does not get it recorded", async () => {
    const config = { url: lab.receiver.url, headers: { authorization: "Bearer s3cret-0f-the-test" } };
    const channel = await lab.deliveries.channel(lab.orgId, { config });
    lab.receiver.responses.push({ status: 400, body: "you sent Bearer s3cret-0f-the-test" });
    const id = await opened(channel.id);
    await lab.deliveries.run(channel.id);
    expect(lab.receiver.received[0]?.headers.authorization).toBe("Bearer s3cret-0f-the-test");
    expect(await attemptsOf(id)).toMatchObject([{ error: "HTTP 400: you sent ••••" }]);
  });

  test("inside a hosted network is not reached", async () => {
    lab.configure({ request: testRequest("hosted") });
    const channel = await webhook();
    const id = await opened(channel.id);
    await lab.deliveries.run(channel.id);
    expect(lab.receiver.received).toEqual([]);
    expect((await attemptsOf(id))[0]?.error).toContain("VEDETTE_EGRESS=hosted");
  });
});

describe("a process that crashes", () => {
  test("between sending and recording sends again with the same id", async () => {
    let lives = true;
    const dying = {
      ...lab.harness.database,
      transaction: <T>(work: Parameters<typeof lab.harness.database.transaction<T>>[0]) => {
        if (lives) return lab.harness.database.transaction(work);
        throw new Error("killed");
      },
      // A dead process does not run `finally` blocks.
      run: (statement: Parameters<typeof lab.harness.database.run>[0]) =>
        lives ? lab.harness.database.run(statement) : Promise.resolve(0),
    };
    lab.configure({ database: dying });
    const channel = await webhook();
    for (let index = 0; index < 4; index++) await opened(channel.id);
    lab.receiver.responses.push((response) => {
      lives = false;
      response.end();
    });
    await expect(lab.deliveries.run(channel.id)).rejects.toThrow("killed");
    lives = true;
    // Its claim stays valid for a while because its death is not known yet.
    await lab.deliveries.run(channel.id);
    expect(lab.receiver.received).toHaveLength(1);
    lab.deliveries.clock.move(20_000);
    await lab.deliveries.run(channel.id);
    expect(lab.receiver.received).toHaveLength(2);
    const ids = lab.receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids[0]).toBe(ids[1]);
    // A message that is sent again has another acknowledge link.
    const [first, second] = lab.receiver.received.map((message) => message.json().data as object);
    expect(first).toEqual({ ...second, acknowledge_url: expect.stringContaining("/a/") });
    await lab.deliveries.run(channel.id);
    expect(lab.receiver.received).toHaveLength(2);
  });

  test("leaves nothing that is not recovered", async () => {
    const channel = await webhook();
    const id = await opened(channel.id);
    await lab.harness.database.run(sql`delete from pgboss.job where name = 'alerts.deliver'`);
    lab.deliveries.clock.move(60_000);
    await lab.deliveries.deliverOverdue();
    const jobs = await lab.harness.database.rows<{ data: { channelId: string } }>(
      sql`select data from pgboss.job where name = 'alerts.deliver'`,
    );
    expect(jobs.map(({ data }) => data.channelId)).toContain(channel.id);
    // The message was delivered, and the process died before it updated the alert.
    await lab.deliveries.run(channel.id);
    await lab.harness.database.run(sql`update alert set status = 'pending', sent_at = null where id = ${id}`);
    await lab.deliveries.deliverOverdue();
    expect((await statusOf(id))?.status).toBe("sent");
  });

  test("concurrent runs send each message of a channel once", async () => {
    const channel = await webhook();
    await opened(channel.id);
    await Promise.all(Array.from({ length: 8 }, () => lab.deliveries.run(channel.id)));
    expect(lab.receiver.received).toHaveLength(1);
  });
});
