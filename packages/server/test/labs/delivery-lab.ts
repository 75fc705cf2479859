import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { NewNotification } from "../../src/pipeline/alerting/delivery/notifications.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { makeAlert } from "../alerting.ts";
import { makeOrganization } from "../builders.ts";
import { type TestDatabase, testDatabase } from "../database/database.ts";
import { type TestDeliveries, testDeliveries } from "../deliveries.ts";
import { type Receiver, startReceiver } from "../servers/receiver.ts";

/**
 * Registers the hooks of a test file about deliveries: one database for the file, and for each test an organization,
 * a receiver of webhooks and a delivery engine with a manual clock.
 */
export function deliveryLab() {
  let harness: TestDatabase;
  let orgId: string;
  let receiver: Receiver;
  let deliveries: TestDeliveries;
  const ends: (() => Promise<void>)[] = [];
  const startAnother = async (): Promise<Receiver> => {
    const started = await startReceiver();
    ends.push(started.close);
    return started;
  };
  beforeAll(async () => {
    harness = await testDatabase();
  });
  beforeEach(async () => {
    orgId = await makeOrganization(harness.database);
    receiver = await startAnother();
    deliveries = testDeliveries(harness.database);
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  afterAll(() => harness.drop());
  const state = {
    get harness() {
      return harness;
    },
    get orgId() {
      return orgId;
    },
    get receiver() {
      return receiver;
    },
    get deliveries() {
      return deliveries;
    },
  };
  return Object.assign(state, deliveryRows(state), deliverySteps(state), {
    /** Called after the test, newest first. */
    ends,
    startAnother,
    /** Replaces the engine for the rest of the test. */
    configure(options: Parameters<typeof testDeliveries>[1]) {
      deliveries = testDeliveries(harness.database, options);
    },
  });
}

type State = { harness: TestDatabase; orgId: string; receiver: Receiver; deliveries: TestDeliveries };

/** Reads what is stored about alerts and their notifications. */
function deliveryRows(state: State) {
  return {
    statusOf: (alertId: string) =>
      state.harness.database.find<{ status: string; sent_at: Date | null }>(
        sql`select status, sent_at from alert where id = ${alertId}`,
      ),
    attemptsOf: (alertId: string) =>
      state.harness.database.rows<{
        kind: string;
        attempt: number;
        ok: boolean;
        status_code: number;
        error: string;
      }>(
        sql`select kind, attempt, ok, status_code, error from alert_delivery where alert_id = ${alertId} order by at, id`,
      ),
    notificationsOf: (channelId: string) =>
      state.harness.database.rows<{
        kind: string;
        status: string;
        due_at: Date;
        body: Record<string, string> | null;
      }>(
        sql`select kind, status, due_at, body from alert_notification where channel_id = ${channelId} order by id`,
      ),
    /** The types of the messages that the receiver of the test got. */
    types: () => state.receiver.received.map((message) => message.json().type),
  };
}

function deliverySteps(state: State) {
  const alert = () =>
    makeAlert(state.harness.database, { orgId: state.orgId, atMs: state.deliveries.clock.now() });
  const notification = (
    alertId: string,
    channelId: string,
    kind: NewNotification["kind"] = "opened",
  ): NewNotification => ({ orgId: state.orgId, alertId, channelId, kind });
  return {
    alert,
    notification,
    webhook: (to: Receiver = state.receiver, name = "Test"): Promise<{ id: string; signingSecret: string }> =>
      state.deliveries.channel(state.orgId, { config: { url: `${to.url}/hook`, headers: {} }, name }),
    /** Opens an alert with a notification for the channel. */
    async opened(channelId: string): Promise<string> {
      // Ids of the same instant have no order.
      state.deliveries.clock.move(1);
      const id = await alert();
      await state.deliveries.notify([notification(id, channelId)]);
      return id;
    },
    async resolve(alertId: string, channelId: string): Promise<void> {
      const at = new Date(state.deliveries.clock.now());
      await state.harness.database.run(
        sql`update alert set status = 'resolved', resolved_at = ${at} where id = ${alertId}`,
      );
      await state.deliveries.notify([notification(alertId, channelId, "resolved")]);
    },
    /** Runs at each instant at which something is due, until nothing is due. */
    async runToTheEnd(channelId: string): Promise<void> {
      const { notificationsOf } = deliveryRows(state);
      for (let run = 0; run < 50; run++) {
        const next = (await notificationsOf(channelId)).filter(({ status }) => status === "pending");
        if (next.length === 0) return;
        const due = Math.min(...next.map(({ due_at: at }) => at.getTime()));
        state.deliveries.clock.move(Math.max(0, due - state.deliveries.clock.now()));
        await state.deliveries.run(channelId);
      }
      throw new Error("deliveries do not finish");
    },
  };
}
