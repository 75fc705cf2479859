import type { Escalation } from "@vedette/contract/on-call/escalations.ts";
import { escalationListSchema } from "@vedette/contract/on-call/escalations.ts";
import { afterEach, describe, expect, test } from "vitest";
import { startMailServer, type TestMailServer } from "../../packages/server/test/servers/mail-server.ts";
import { type Receiver, startReceiver } from "../../packages/server/test/servers/receiver.ts";
import { dataOf, type Method } from "../harness/api-client.ts";
import { CHROMIUM_PATH, launchChromium } from "../harness/chromium.ts";
import { accessibilityViolations, OWNER, PHONE, signUpMember, signUpOwner } from "../harness/dashboard.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitor } from "../harness/monitors.ts";
import { startTwilioServer, type TwilioServer } from "../harness/servers/twilio-server.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/**
 * An outage of two targets: three people, two escalation policies, a mail server, an SMS service and a webhook. One person
 * acknowledges on a phone, one by SMS, and the process is killed in between.
 */

const lab = createLab(afterEach);
const POLL = { timeout: 40_000, interval: 50 };
const GRACE = { name: "Grace Backup", email: "grace@example.org", password: "a long password of tests" };
const LINUS = { name: "Linus Mobile", email: "linus@example.org", password: "a long password of tests" };
const LINUS_PHONE = "+15550100042";

type Services = { mails: TestMailServer; twilio: TwilioServer; hook: Receiver; shop: Target; depot: Target };
const closing: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((each) => each.close()));
});

async function startServices(): Promise<Services> {
  const services = {
    ...{ mails: await startMailServer(), twilio: await startTwilioServer(), hook: await startReceiver() },
    ...{ shop: await startTarget(), depot: await startTarget() },
  };
  closing.push(...Object.values(services));
  return services;
}

async function create(vedette: Vedette, path: string, body: object): Promise<string> {
  const response = await vedette.request("POST", `/api/v1/${path}`, body);
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${response.text}`);
  return (response.body as { data: { id: string } }).data.id;
}

/** Sends requests as a member who signed in. */
async function signIn(vedette: Vedette, { email, password }: { email: string; password: string }) {
  const headers = { origin: vedette.url };
  const own = await vedette.requestWith({
    ...{ method: "POST", path: "/api/auth/sign-in", key: null, headers, body: { email, password } },
  });
  const cookie = own.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  return async (method: Method, path: string, body?: object) => {
    const request = {
      method,
      path: `/api/v1/user/${path}`,
      key: null,
      headers: { ...headers, cookie },
      body,
    };
    const response = await vedette.requestWith(request);
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`);
    return (response.body as { data: { id: string } }).data;
  };
}

/** Linus verifies a number with the code that arrives there, and is paged by SMS only. */
async function verifyPhone(vedette: Vedette, twilio: TwilioServer): Promise<void> {
  const asLinus = await signIn(vedette, LINUS);
  const { id } = await asLinus("POST", "contact-methods", { type: "sms", address: LINUS_PHONE });
  await asLinus("POST", `contact-methods/${id}/code`);
  const code = /^\d{6}/.exec(twilio.textsTo(LINUS_PHONE)[0] ?? "")?.[0];
  await asLinus("POST", `contact-methods/${id}/verify`, { code });
  await asLinus("PUT", "notification-rules", { rules: [{ contact_method_id: id, after_seconds: 0 }] });
}

async function personIds(vedette: Vedette): Promise<Record<string, string>> {
  const own = await vedette.request("GET", "/api/v1/user/organizations");
  const { id } = (own.body as { data: [{ id: string }] }).data[0];
  const members = await vedette.request("GET", `/api/v1/organizations/${id}/members`);
  const rows = (members.body as { data: { email: string; user_id: string }[] }).data;
  return Object.fromEntries(rows.map(({ email, user_id }) => [email, user_id]));
}

/** The shop escalates to Ada, then to Grace. The depot escalates to Linus, then to the schedule and a channel, then to Ada. */
async function setUp(vedette: Vedette, { twilio, hook, shop, depot }: Services) {
  await signUpOwner(vedette);
  for (const person of [GRACE, LINUS]) await signUpMember(vedette, { ...person, role: "member" });
  const config = { ...twilio.account, from: "+15550100001", to: ["+15550100099"] };
  const smsChannelId = await create(vedette, "alerts/channels", { name: "SMS", type: "twilio_sms", config });
  const settings = { sms_channel_id: smsChannelId };
  dataOf({ parse: (data) => data }, await vedette.request("PUT", "/api/v1/on-call/settings", settings));
  await verifyPhone(vedette, twilio);
  const people = await personIds(vedette);
  const userStep = (email: string, wait_seconds: number) => ({
    ...{ wait_seconds, notify: [{ type: "user", id: people[email] }] },
  });
  const layer = {
    ...{ name: "Weeks", people: [people[GRACE.email]], rotation: { unit: "week", every: 1 } },
    starts_at: "2024-01-01T09:00",
  };
  const scheduleId = await create(vedette, "schedules", {
    ...{ name: "Depot", timezone: "Europe/Berlin", layers: [layer] },
  });
  const hookConfig = { url: `${hook.url}/depot` };
  const hookId = await create(vedette, "alerts/channels", {
    name: "Hook",
    type: "webhook",
    config: hookConfig,
  });
  const backup = [
    { type: "schedule", id: scheduleId },
    { type: "channel", id: hookId },
  ];
  const policies = {
    Shop: [userStep(OWNER.email, 0), userStep(GRACE.email, 600)],
    Depot: [userStep(LINUS.email, 0), { wait_seconds: 4, notify: backup }, userStep(OWNER.email, 4)],
  };
  const targets = { Shop: shop, Depot: depot };
  const ruleIds = new Map<string, string>();
  for (const [name, steps] of Object.entries(policies)) {
    const policyId = await create(vedette, "escalation-policies", { name, steps });
    const url = targets[name as keyof typeof targets].url();
    const { id: monitorId } = await createMonitor(vedette, { name, url, interval: 1 });
    const rule = { name, type: "consecutive_failures", params: { threshold: 1 }, monitor_id: monitorId };
    ruleIds.set(name, await create(vedette, "alerts/rules", { ...rule, escalation_policy_id: policyId }));
  }
  return { smsChannelId, ruleIds };
}

/** The one alert of a rule, and the one escalation of it. */
async function readEscalation(vedette: Vedette, ruleId: string | undefined) {
  const { body } = await vedette.request("GET", `/api/v1/alerts?rule_id=${ruleId}`);
  const alerts = (body as { data: { id: string; status: string; acknowledged_by_name: string }[] }).data;
  expect(alerts).toHaveLength(1);
  const [alert] = alerts;
  const read = await vedette.request("GET", `/api/v1/alerts/${alert?.id}/escalations`);
  const { escalations } = dataOf(escalationListSchema, read);
  expect(escalations).toHaveLength(1);
  return { alert, escalation: escalations[0] };
}

function stepsOf({ steps }: Pick<Escalation, "steps"> = { steps: [] }) {
  return steps.map(({ step, outcome, notified }) => [
    ...[step, outcome],
    notified.map(({ name, outcome, receipts }) => [
      ...[name, outcome],
      receipts.map(({ type, status }) => `${type} ${status}`),
    ]),
  ]);
}

describe.skipIf(!CHROMIUM_PATH)("an outage of two targets", () => {
  test("reaches everyone once, stops where someone acknowledges, and goes on where no one does", async () => {
    const services = await startServices();
    const { mails, twilio, hook, shop, depot } = services;
    const dataDir = await lab.newDataDir();
    const env = { SMTP_URL: mails.url, VEDETTE_MAIL_FROM: "vedette@example.org" };
    let vedette = await lab.start({ dataDir, env });
    const { smsChannelId, ruleIds } = await setUp(vedette, services);
    const subjectsTo = (email: string) =>
      mails.mailsTo(email).flatMap(({ subject }) => (/Shop|Depot/.test(subject) ? [subject] : []));
    const alertTexts = () => twilio.textsTo(LINUS_PHONE).filter((text) => text.includes("Depot"));
    const read = (name: string) => readEscalation(vedette, ruleIds.get(name));

    shop.answerWith(500);
    depot.answerWith(500);
    await expect.poll(() => subjectsTo(OWNER.email).length, POLL).toBe(1);
    await expect.poll(() => alertTexts().length, POLL).toBe(1);

    const browser = await launchChromium();
    closing.push(browser);
    const page = await browser.newPage({ viewport: PHONE, hasTouch: true, isMobile: true });
    const link = /http\S+\/a\/[\w-]{43}/.exec(mails.mailsTo(OWNER.email).at(-1)?.text ?? "")?.[0] ?? "";
    await page.goto(link);
    await page.getByRole("heading", { name: "Shop" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Acknowledge" }).tap();
    await page.getByText(`Acknowledged by ${OWNER.name}`).waitFor();

    const secondStep = [
      ...[2, "taken"],
      [
        [GRACE.name, "paged", ["email sent", "push discarded"]],
        ["Hook", "notified", ["webhook sent"]],
      ],
    ];
    const depotSteps = async () => stepsOf((await read("Depot")).escalation);
    await expect.poll(async () => (await depotSteps())[1], POLL).toEqual(secondStep);
    await vedette.kill9();
    vedette = await lab.start({ dataDir, env, key: vedette.key });
    await expect.poll(() => subjectsTo(OWNER.email).length, POLL).toBe(2);

    const code = /Reply (\d{4}) to acknowledge/.exec(alertTexts()[0] ?? "")?.[1] ?? "";
    const reply = { channelId: smsChannelId, from: LINUS_PHONE };
    expect(await twilio.reply(vedette, { ...reply, text: `${code}0` })).toContain("no such open alert");
    expect(await twilio.reply(vedette, { ...reply, text: code })).toContain("Acknowledged: ");

    const [first, second] = [await read("Shop"), await read("Depot")];
    expect(first.alert?.acknowledged_by_name).toBe(OWNER.name);
    expect(second.alert?.acknowledged_by_name).toBe(LINUS.name);
    expect([first.escalation?.state, second.escalation?.state]).toEqual(["acknowledged", "acknowledged"]);
    expect(stepsOf(first.escalation)).toEqual([
      [1, "taken", [[OWNER.name, "paged", ["email sent", "push discarded"]]]],
    ]);
    expect(stepsOf(second.escalation)).toEqual([
      [1, "taken", [[LINUS.name, "paged", ["sms sent"]]]],
      secondStep,
      [3, "taken", [[OWNER.name, "paged", ["email sent", "push discarded"]]]],
    ]);

    shop.answerWith(200);
    depot.answerWith(200);
    const depotSubjects = [
      "Acknowledged by Linus Mobile: Depot is down",
      "Depot is down",
      "Resolved: Depot is down",
    ];
    const subjects = {
      Ada: [...depotSubjects, "Resolved: Shop is down", "Shop is down"],
      Grace: depotSubjects,
    };
    const received = () => ({
      ...{ Ada: subjectsTo(OWNER.email).toSorted(), Grace: subjectsTo(GRACE.email).toSorted() },
      Linus: alertTexts().map((text) => text.split(":")[0]),
      Hook: hook.received.map((message) => message.json().type),
    });
    const expected = {
      ...subjects,
      Linus: ["Depot is down", "Resolved"],
      Hook: ["alert.opened", "alert.resolved"],
    };
    await expect.poll(received, POLL).toEqual(expected);
    expect((await read("Depot")).escalation?.state).toBe("resolved");
  });
});
