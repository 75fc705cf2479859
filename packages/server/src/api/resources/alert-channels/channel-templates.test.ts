import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { NO_DEVICES, testOpenSmtp, testRequest, testSendBytes } from "../../../../test/deliveries.ts";
import { type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { CHANNELS } from "../../../pipeline/alerting/channels/registry.ts";
import { createSendOnChannel } from "../../../pipeline/alerting/delivery/send-on-channel.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
let receiver: Receiver;
beforeAll(async () => {
  const mailer = { isConfigured: false, send: () => Promise.reject(new Error("sends no mail")) };
  running = await startTestApp({
    sendOnChannel: createSendOnChannel({
      ...{
        channels: CHANNELS,
        request: testRequest(),
        sendBytes: testSendBytes(),
        openSmtp: testOpenSmtp(),
        pushToMembers: NO_DEVICES,
        mailer,
        clock: systemClock,
      },
    }),
  });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(() => running.stop());

const BASE = "/api/v1/alerts/channels";
const call = (method: "POST" | "PUT" | "GET", path: string, payload?: object, key = org.keys.admin) =>
  running.call(key, { method, url: `${BASE}${path}`, ...(payload && { payload }) });

async function webhook(templates: object | null): Promise<AlertChannel> {
  const config = { url: `${receiver.url}/hook` };
  const response = await call("POST", "", { name: "Ops", type: "webhook", config, templates });
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data;
}

const BODY = '{"text":"{{message.headline}}","n":{{evidence.value}}}';
const NULL_BODY = '{"a":{{alert}},"kind":"{{message.kind}}","text":{{message.text}}}';

describe("the templates of a channel", () => {
  test("are stored, changed, removed and audited", async () => {
    const created = await webhook({ title: "{{alert.title}}", body: BODY, text: null });
    expect(created.templates).toEqual({ title: "{{alert.title}}", body: BODY });
    const changed = await call("PUT", `/${created.id}`, { templates: { text: "{{alert.message}}" } });
    expect(changed.json().data.templates).toEqual({ text: "{{alert.message}}" });
    expect((await call("PUT", `/${created.id}`, { name: "Other" })).json().data.templates).not.toBeNull();
    expect((await call("PUT", `/${created.id}`, { templates: null })).json().data.templates).toBeNull();
    const entries = await running.database.rows<{ after: { templates?: unknown } }>(
      sql`select after from audit_entry where org_id = ${org.orgId} and action = 'alert_channel.update' order by id`,
    );
    expect(entries.map(({ after }) => after.templates)).toEqual([
      { text: "{{alert.message}}" },
      undefined,
      null,
    ]);
  });

  test("are rejected with the position of the fault", async () => {
    const config = { webhook_url: "https://hooks.slack.com/services/T0/B0/x" };
    const details = async (templates: object, type = "webhook") => {
      const given = type === "slack" ? config : { url: receiver.url };
      const response = await call("POST", "", { name: "Ops", type, config: given, templates });
      expect(response.statusCode).toBe(400);
      return response.json().error.details;
    };
    expect(await details({ title: "{{alert.titel}}" })).toEqual([
      { path: "templates.title", message: expect.stringMatching(/^line 1, column 1: 'alert.titel' is not/) },
    ]);
    expect(await details({ body: "{}" }, "slack")).toEqual([
      { path: "templates.body", message: "is possible for webhook only; use 'title' and 'text'" },
    ]);
    const slack = await call("POST", "", { name: "Ops", type: "slack", config });
    const changed = await call("PUT", `/${slack.json().data.id}`, { templates: { body: "{}" } });
    expect(changed.json().error.details).toMatchObject([{ path: "templates.body" }]);
  });
});

test("a test message fits the body of the template", async () => {
  const channel = await webhook({
    title: "{{alert.title}}",
    body: NULL_BODY,
    content_type: "application/json",
  });
  const tested = await call("POST", `/${channel.id}/test`);
  expect(tested.json().data.delivered).toBe(true);
  expect(receiver.received[0]?.json()).toMatchObject({
    ...{ kind: "test", text: expect.stringContaining("The channel 'Ops' works") },
  });
});

describe("a preview", () => {
  const preview = async (payload: object, key = org.keys.admin) => {
    const response = await call("POST", "/preview", payload, key);
    expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
    return response.json().data;
  };

  test("shows a sample, and then the last alert of the organization", async () => {
    const templates = { title: "{{alert.severity}}: {{alert.title}}", text: "{{target.name}} {{alert.url}}" };
    expect(await preview({ type: "slack", templates })).toMatchObject({
      ...{ alert_id: null, title: "critical: Shop is down", body: null, content_type: null },
    });
    const other = await makeOrg(running.database);
    await makeAlert(running.database, { orgId: other.orgId, name: "Other" });
    const alertId = await makeAlert(running.database, { orgId: org.orgId, name: "Blog" });
    expect(await preview({ type: "slack", templates, kind: "resolved" })).toMatchObject({
      ...{ alert_id: alertId, title: "warning: Blog is down" },
      text: expect.stringMatching(new RegExp(`^Blog http.*/alerts/${alertId}$`)),
    });
  });

  test("shows the body, and the standard texts without templates", async () => {
    const body = "title={{message.headline}}&n={{evidence.value}}";
    const form = { body, content_type: "application/x-www-form-urlencoded" };
    expect(await preview({ type: "webhook", templates: form })).toMatchObject({
      ...{ body: "title=Shop%20is%20down&n=3", content_type: form.content_type },
    });
    expect(await preview({ type: "email", templates: {}, kind: "reminder" })).toMatchObject({
      ...{ title: "Still open: Shop is down", text: expect.stringContaining("Target: Shop (monitor)") },
    });
  });
});
