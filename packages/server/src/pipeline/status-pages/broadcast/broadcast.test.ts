import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { type PageMaker, pageMaker } from "../../../../test/pages/status-pages.ts";
import { type SubscriberWork, subscriberWork } from "../../../../test/pages/subscribers.ts";
import { startMailServer, type TestMailServer } from "../../../../test/servers/mail-server.ts";
import { type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { testVault } from "../../../../test/vault.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let make: PageMaker;
let mail: TestMailServer;
let receiver: Receiver;
let work: SubscriberWork;
let nowMs = Date.now();
const clock = { now: () => nowMs, monotonic: () => performance.now() };
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const rejections = new Map<string, { code: number; text: string }>();

beforeAll(async () => {
  mail = await startMailServer({ rejectionOf: (address) => rejections.get(address) ?? null });
  receiver = await startReceiver();
  const vault = testVault();
  running = await startTestApp({
    config: { publicUrl: "https://vedette.example" },
    ...{ clock, vault, mailer: mail.mailer },
  });
  work = subscriberWork(running, { vault, clock, mail });
});
beforeEach(async () => {
  nowMs = Date.now();
  make = await pageMaker(running);
});
afterAll(async () => {
  await running.stop();
  await mail.close();
  await receiver.close();
});

/** Adds an active subscriber and returns its path. */
async function subscriber(page: { id: string }, fields: object): Promise<string> {
  const path = `/status-pages/${page.id}/subscribers`;
  const response = await make.send("POST", path, { type: "email", confirmed: true, ...fields });
  expect([response.statusCode, response.json().data?.state]).toEqual([201, "active"]);
  return `${path}/${response.json().data.id}`;
}
const stateOf = async (path: string) => (await make.send("GET", path)).json().data;
const deliveriesOf = async (path: string) => (await make.send("GET", `${path}/deliveries`)).json().data;
const subjectsTo = (address: string) => mail.mailsTo(address).map(({ subject }) => subject);

describe("a broadcast", () => {
  test("notifies each subscriber once of what it chose", async () => {
    const page = await make.page({ title: "Acme" });
    const [web, phone] = [
      await make.component(page, { name: "Web" }),
      await make.component(page, { name: "Phone" }),
    ];
    await subscriber(page, { address: "all@example.org" });
    await subscriber(page, { address: "phone@example.org", components: [phone.id] });
    await subscriber(page, { address: "work@example.org", topics: ["maintenance"] });
    const incident = await make.incident(page, {
      ...{ title: "Web is slow", message: "We **look** into it.", impact: "minor" },
      components: [{ id: web.id, status: "degraded_performance" }],
    });
    await make.incident(page, { title: "Silent", notify: false });
    await make.incident(page, { title: "Draft", published: false });
    await work.broadcast();
    await work.broadcast();
    expect(subjectsTo("all@example.org")).toEqual(["[Acme] Investigating: Web is slow"]);
    expect(subjectsTo("phone@example.org")).toEqual([]);
    expect(subjectsTo("work@example.org")).toEqual([]);
    const { text } = mail.mailsTo("all@example.org")[0] ?? { text: "" };
    expect(text).toContain(`https://vedette.example/status/${page.slug}/incidents/${incident.public_id}`);
    expect(text).toContain("Affected components: Web");
    expect(text).toContain("<strong>look</strong>");
    await make.incident(page, { title: "Everything", message: "Down." });
    await work.broadcast();
    expect(subjectsTo("phone@example.org")).toEqual(["[Acme] Investigating: Everything"]);
  });

  test("says nothing of what was published before the subscription", async () => {
    const page = await make.page();
    await make.incident(page, { title: "Old" });
    nowMs += 1;
    await subscriber(page, { address: "new@example.org" });
    await work.broadcast();
    expect(subjectsTo("new@example.org")).toEqual([]);
  });

  test("says nothing of what is old news after an outage", async () => {
    const page = await make.page();
    const path = await subscriber(page, { address: "outage@example.org" });
    await make.incident(page, { title: "Old" });
    nowMs += DAY_MS;
    await make.incident(page, { title: "New" });
    await work.broadcast();
    expect(subjectsTo("outage@example.org")).toEqual(["[Example] Investigating: New"]);
    expect(await deliveriesOf(path)).toMatchObject([{ state: "sent" }, { state: "failed" }]);
  });

  test("says nothing of an incident that was withdrawn, nor of a page that is not published", async () => {
    const page = await make.page();
    await subscriber(page, { address: "gone@example.org" });
    const { id } = await make.incident(page, { title: "Mistake" });
    await make.send("DELETE", `/status-pages/${page.id}/incidents/${id}`);
    await make.incident(page, { title: "Hidden" });
    await make.send("PUT", `/status-pages/${page.id}`, { published: false });
    await work.broadcast();
    expect(subjectsTo("gone@example.org")).toEqual([]);
  });

  test("writes headers of lists, a stable ID, and no header of a hostile title", async () => {
    const page = await make.page({ title: "Acme <b>" });
    await subscriber(page, { address: "head@example.org" });
    const title = "Down\u2028Bcc: evil@example.org =?UTF-8?Q?x?= <script>";
    await make.incident(page, { title, message: "# <script>alert(1)</script>\n\n[x](javascript:alert(1))" });
    await work.broadcast();
    const [received] = mail.mailsTo("head@example.org");
    const [head = ""] = (received?.raw ?? "").replaceAll(/\r\n[ \t]+/g, " ").split("\r\n\r\n");
    const names = head.split("\r\n").map((line) => line.split(":")[0]);
    expect(names).toEqual([...new Set(names)]);
    expect(names).not.toContain("Bcc");
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(head).toMatch(/^List-Id: <[a-z0-9]{16}\.example\.org>$/im);
    expect(head).toMatch(/^Message-ID: <[a-z0-9]{16}@example\.org>$/im);
    const [, htmlPart = ""] = (received?.text ?? "").split("Content-Type: text/html");
    expect(htmlPart).toContain("&lt;script&gt;alert");
    expect(htmlPart).not.toMatch(/<script|href="javascript:/);
  });
});

describe("a message that is not accepted", () => {
  test("is retried with the same ID until the server accepts it", async () => {
    const page = await make.page();
    const path = await subscriber(page, { address: "busy@example.org" });
    rejections.set("busy@example.org", { code: 451, text: "4.3.0 later" });
    await make.incident(page);
    await work.broadcast();
    expect(await deliveriesOf(path)).toMatchObject([
      { state: "pending", tries: 1, event: "incident_opened" },
    ]);
    nowMs += MINUTE_MS;
    await work.broadcast();
    rejections.delete("busy@example.org");
    await work.broadcast();
    expect(mail.mailsTo("busy@example.org")).toHaveLength(0);
    nowMs += 2 * MINUTE_MS;
    await work.broadcast();
    await work.broadcast();
    expect(mail.mailsTo("busy@example.org")).toHaveLength(1);
    expect(await deliveriesOf(path)).toMatchObject([{ state: "sent", tries: 2 }]);
    expect(await stateOf(path)).toMatchObject({ state: "active", error: null });
  });

  test("disables an address that does not exist, and not one that a policy rejects", async () => {
    const page = await make.page();
    rejections.set("none@example.org", { code: 550, text: "5.1.1 no such user" });
    rejections.set("policy@example.org", { code: 550, text: "5.7.1 relaying denied" });
    rejections.set("auth@example.org", { code: 530, text: "5.7.0 authentication required" });
    const [none, policy, auth] = [
      await subscriber(page, { address: "none@example.org" }),
      await subscriber(page, { address: "policy@example.org" }),
      await subscriber(page, { address: "auth@example.org" }),
    ];
    await make.incident(page);
    await work.broadcast();
    expect(await stateOf(none)).toMatchObject({
      state: "disabled",
      error: expect.stringContaining("no such user"),
    });
    expect(await stateOf(policy)).toMatchObject({ state: "active" });
    expect(await stateOf(auth)).toMatchObject({ state: "active" });
    expect(await deliveriesOf(none)).toMatchObject([{ state: "failed" }]);
    nowMs += 2 * DAY_MS;
    await work.broadcast();
    expect(await deliveriesOf(policy)).toMatchObject([{ state: "failed", tries: 2 }]);
    expect(await stateOf(policy)).toMatchObject({ state: "active" });
  });

  test("disables a webhook after three days of failures, and at once when it is gone", async () => {
    const page = await make.page();
    const failing = await subscriber(page, { type: "webhook", address: `${receiver.url}/failing` });
    receiver.responses.push(...Array.from({ length: 10 }, () => ({ status: 500 })));
    await make.incident(page);
    for (let day = 0; day < 3; day++) {
      await work.broadcast();
      expect(await stateOf(failing)).toMatchObject({
        state: "active",
        error: expect.stringContaining("HTTP 500"),
      });
      nowMs += DAY_MS;
    }
    await work.broadcast();
    expect(await stateOf(failing)).toMatchObject({ state: "disabled" });
    receiver.responses.length = 0;
    const gone = await subscriber(page, { type: "slack", address: `${receiver.url}/gone` });
    nowMs += 1;
    receiver.responses.push({ status: 404, body: "no_service" });
    await make.incident(page);
    await work.broadcast();
    expect(await stateOf(gone)).toMatchObject({ state: "disabled" });
    expect(JSON.stringify(await stateOf(gone))).not.toContain("/gone");
  });
});

describe("planned work", () => {
  const windowFor = (page: { id: string }, startMs: number, fields: object = {}) => ({
    ...{ name: "Upgrade", starts_at: new Date(startMs).toISOString(), duration_seconds: 3_600 },
    ...{ show_on: [page.id], announcement: "The shop is read-only.", ...fields },
  });
  const create = async (payload: object) => {
    const response = await make.send("POST", "/maintenance-windows", payload);
    expect([response.statusCode, response.body]).toEqual([201, response.body]);
    return response.json().data;
  };

  test("is announced, reminded of a day and an hour before, started and ended, each once", async () => {
    const page = await make.page({ title: "Acme" });
    const monitor = await make.monitor();
    const hit = await make.component(page, { name: "Shop", targets: [monitor] });
    const other = await make.component(page, { name: "Other" });
    await subscriber(page, { address: "planned@example.org", components: [hit.id] });
    await subscriber(page, { address: "other@example.org", components: [other.id] });
    const startMs = nowMs + 3 * DAY_MS;
    await create(windowFor(page, startMs, { monitor_ids: [monitor] }));
    for (const atMs of [
      nowMs,
      startMs - DAY_MS - MINUTE_MS,
      startMs - DAY_MS,
      startMs - 2 * 60 * MINUTE_MS,
      startMs - 60 * MINUTE_MS,
      startMs - MINUTE_MS,
      startMs,
      startMs + 59 * MINUTE_MS,
      startMs + 60 * MINUTE_MS,
      startMs + 2 * DAY_MS,
    ]) {
      nowMs = atMs;
      await work.remind();
      await work.remind();
      await work.broadcast();
    }
    expect(subjectsTo("planned@example.org")).toEqual([
      "[Acme] Scheduled: Upgrade",
      "[Acme] Reminder: Upgrade",
      "[Acme] Reminder: Upgrade",
      "[Acme] In progress: Upgrade",
      "[Acme] Completed: Upgrade",
    ]);
    expect(subjectsTo("other@example.org")).toEqual([]);
  });

  test("that recurs announces each occurrence once, when the one before is over, whichever process runs", async () => {
    const page = await make.page({ title: "Acme" });
    await subscriber(page, { address: "weekly@example.org" });
    // Occurrences start at full seconds.
    const startMs = Math.floor(nowMs / 1_000) * 1_000 + 3 * DAY_MS;
    await create(windowFor(page, startMs, { rrule: "FREQ=WEEKLY;COUNT=3", timezone: "UTC" }));
    await work.broadcast();
    for (let week = 0; week < 3; week++)
      for (const minutes of [-30 * 60, -12 * 60, -30, 1, 59, 61, 2 * 24 * 60]) {
        nowMs = startMs + week * 7 * DAY_MS + minutes * MINUTE_MS;
        const restarted = subscriberWork(running, { vault: testVault(), clock, mail });
        await Promise.all([work.remind(), restarted.remind()]);
        await work.broadcast();
      }
    const rest = ["Reminder", "Reminder", "In progress", "Completed"];
    expect(subjectsTo("weekly@example.org")).toEqual(
      Array(3)
        .fill(["Scheduled", ...rest])
        .flat()
        .map((word) => `[Acme] ${word}: Upgrade`),
    );
    const occurrences = await running.database.rows<{ occurrence: Date }>(sql`
      select occurrence from page_event where page_id = ${page.id} and kind = 'maintenance_announced'
      order by occurrence`);
    expect(occurrences.map(({ occurrence }) => occurrence.getTime() - startMs)).toEqual([
      0,
      7 * DAY_MS,
      14 * DAY_MS,
    ]);
  });

  test("that moves or is deleted says so, if it was announced", async () => {
    const page = await make.page({ title: "Acme" });
    await subscriber(page, { address: "moved@example.org" });
    const { id } = await create(windowFor(page, nowMs + 3 * DAY_MS));
    const move = (startMs: number) =>
      make.send("PUT", `/maintenance-windows/${id}`, { starts_at: new Date(startMs).toISOString() });
    const [first, second] = [nowMs + 3 * DAY_MS, nowMs + 5 * DAY_MS];
    for (const startMs of [second, first, second]) expect((await move(startMs)).statusCode).toBe(200);
    await make.send("PUT", `/maintenance-windows/${id}`, { announcement: "Other words." });
    await work.broadcast();
    // The reminders are those of the new time.
    nowMs = first;
    await work.remind();
    nowMs = second - DAY_MS;
    await work.remind();
    expect((await make.send("DELETE", `/maintenance-windows/${id}`)).statusCode).toBe(200);
    await work.remind();
    await work.broadcast();
    expect(subjectsTo("moved@example.org")).toEqual([
      "[Acme] Scheduled: Upgrade",
      ...Array(3).fill("[Acme] Rescheduled: Upgrade"),
      "[Acme] Reminder: Upgrade",
      "[Acme] Canceled: Upgrade",
    ]);
  });

  test("that ends early or was never announced on the page is reported as it is", async () => {
    const page = await make.page({ title: "Acme", published: false });
    const { id } = await create(windowFor(page, nowMs + 60_000));
    await make.send("DELETE", `/maintenance-windows/${id}`);
    expect(await running.database.rows(sql`select from page_event where page_id = ${page.id}`)).toEqual([]);
    await make.send("PUT", `/status-pages/${page.id}`, { published: true });
    await subscriber(page, { address: "early@example.org" });
    const early = await create(windowFor(page, nowMs + 60_000));
    nowMs += 120_000;
    await work.remind();
    await make.send("POST", `/maintenance-windows/${early.id}/end`);
    nowMs += 60_000;
    await work.remind();
    await work.broadcast();
    expect(subjectsTo("early@example.org")).toEqual([
      "[Acme] Scheduled: Upgrade",
      "[Acme] In progress: Upgrade",
      "[Acme] Completed: Upgrade",
    ]);
  });
});
