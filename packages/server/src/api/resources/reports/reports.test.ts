import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { createRecipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import { reportJobs } from "../../../pipeline/reports/sending/send-reports.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { MailError } from "../../../platform/mail/mail-error.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";
import { sql } from "../../../platform/storage/sql.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Saturday. */
const NOW_MS = Date.parse("2026-11-21T10:00:00Z");
let nowMs = NOW_MS;
const clock = { now: () => nowMs, monotonic: () => performance.now() };

const sent: Mail[] = [];
let refusal: Error | null = null;
const mailer = {
  isConfigured: true,
  async send(mail: Mail) {
    if (refusal) throw refusal;
    sent.push(mail);
  },
};
const recipients = createRecipients({
  ...{
    clock,
    serverUrl: "http://localhost:80",
    secret: "signs links",
    needConfirmation: true,
    mailsPerHour: 0,
  },
});

let running: TestApp;
let org: TestOrg;
let watchedId: string;
beforeAll(async () => {
  running = await startTestApp({ clock, mailer, recipients });
  org = await makeOrg(running.database);
  watchedId = await makeWatched();
});
afterAll(() => running.stop());

/** A monitor that is up since 40 days, down for two hours of the last week, and without checks for one. */
async function makeWatched(): Promise<string> {
  const { database } = running;
  const { id, seriesKeys } = await makeMonitor(database, {
    ...{ orgId: org.orgId, createdAt: new Date(NOW_MS - 40 * DAY_MS) },
  });
  const change = (at: number, status: string, previous: string) =>
    database.run(sql`
      insert into status_change (target_id, at, status, previous_status)
      values (${id}, ${new Date(at)}, ${status}, ${previous})`);
  const downMs = Date.parse("2026-11-11T06:00:00Z");
  await change(NOW_MS - 40 * DAY_MS + MINUTE_MS, "up", "pending");
  await change(downMs, "down", "up");
  await change(downMs + 2 * HOUR_MS, "up", "down");
  await database.run(sql`update target set status = 'up', name = '=<b>shop</b>' where id = ${id}`);
  const seriesKey = seriesKeys[0] ?? 0;
  const missedMs = downMs + 5 * HOUR_MS;
  await database.run(sql`
    insert into slot_gap (series_key, kind, from_slot, to_slot, slots, reason)
    values (${seriesKey}, 'missed', ${new Date(missedMs)}, ${new Date(missedMs + HOUR_MS)}, 61, 'no_runner')`);
  const hours = Array.from({ length: 20 * 24 }, (_, nr) => NOW_MS - (nr + 1) * HOUR_MS);
  await ensurePartitionsOf(database, hours);
  await insertResults(
    database,
    hours.map((slotMs, nr) => ({
      ...{ seriesKey, slotMs, responseUs: 10_000 + ((nr * 7_919) % 90_000) },
      status: slotMs >= downMs && slotMs < downMs + 2 * HOUR_MS ? ("down" as const) : ("up" as const),
    })),
  );
  return id;
}

async function send(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) {
  const response = await running.call(org.keys.admin, {
    ...{ method, url: `/api/v1${path}` },
    ...(body && { payload: body }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    json: () => response.json(),
  };
}

const make = async (body: object = {}) => {
  const made = await send("POST", "/reports", { name: "Weekly", selector: {}, period: "week", ...body });
  expect([made.status, made.text]).toEqual([201, made.text]);
  return made.json().data;
};

/** A member with a verified address. */
async function makeReader(role: "viewer" | "member" = "member") {
  const member = await makeMember(running.database, { orgId: org.orgId, role });
  await running.database.run(sql`update person set email_verified = true where id = ${member.id}`);
  return member;
}

const job = () =>
  reportJobs({
    ...{ database: running.database, clock, log: silentLogger, mailer, recipients },
    printPdf: () => Promise.reject(new AppError("SERVICE_UNAVAILABLE", "There is no browser.")),
  })["reports.send"]({ signal: new AbortController().signal });

/** The lines of a CSV without quotes, each by its header. */
function readCsv(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(head.split(",").map((name, index) => [name, cells[index] ?? ""]));
  });
}

describe("a report", () => {
  test("is created with defaults, updated in part with If-Match, and deleted", async () => {
    const report = await make({ timezone: "Europe/Berlin" });
    expect(report).toMatchObject({
      ...{ weekday: 1, hour: 8, goal: null, formats: ["html"], language: "en", enabled: true },
      ...{ target_count: 1, recipient_states: [], last_run: null, next_at: "2026-11-23T07:00:00.000Z" },
    });
    const path = `/reports/${report.id}`;
    expect((await send("GET", path)).headers.etag).toEqual(expect.any(String));
    const stale = await running.call(org.keys.admin, {
      ...{ method: "PUT", url: `/api/v1${path}`, payload: { hour: 9 }, headers: { "if-match": '"other"' } },
    });
    expect(stale.statusCode).toBe(412);
    const changed = await send("PUT", path, { period: "month", day: 3, formats: ["csv"], enabled: false });
    expect(changed.json().data).toMatchObject({ period: "month", formats: ["html", "csv"], next_at: null });
    expect((await send("DELETE", path)).status).toBe(200);
    expect((await send("GET", `${path}/deliveries`)).status).toBe(404);
  });

  test("says what is wrong with it", async () => {
    const refused = async (body: object) => {
      const { status, json } = await send("POST", "/reports", { name: "R", selector: {}, ...body });
      return [status, json().error.details[0].path];
    };
    const member = { type: "member", id: "01900000-0000-7000-8000-000000000000" };
    const address = { type: "email", address: "a@example.org" };
    expect(await refused({ goal: 30 })).toEqual([400, "goal"]);
    expect(await refused({ hour: 24 })).toEqual([400, "hour"]);
    expect(await refused({ recipients: [member] })).toEqual([400, "recipients.0.id"]);
    expect(await refused({ recipients: [address, { ...address, address: "A@example.org" }] })).toEqual([
      ...[400, "recipients.1"],
    ]);
    expect(await refused({ selector: { targets: ["none"] } })).toEqual([400, "selector.targets"]);
  });

  test("has the figures of the statistics, of daily uptime, and of the SLO page", async () => {
    const report = await make({ goal: 99.9 });
    const range = "from=2026-11-09T00:00:00Z&to=2026-11-16T00:00:00Z";
    const [line] = readCsv((await send("GET", `/reports/${report.id}/preview?format=csv&${range}`)).text);
    const { data: stats } = (await send("GET", `/monitors/${watchedId}/stats?${range}`)).json();
    expect(line).toMatchObject({
      target: "'=<b>shop</b>",
      ...{ availability_percentage: String(stats.uptime_percentage), outages: String(stats.incidents) },
      availability_percentage_min: String(stats.uptime_percentage_min),
      ...{ down_seconds: String(stats.downtime_seconds), missed_seconds: String(stats.missed_seconds) },
      ...{ p50_ms: String(stats.response_time_ms.p50), p95_ms: String(stats.response_time_ms.p95) },
    });
    expect([stats.downtime_seconds, stats.missed_seconds]).toEqual([7_200, 3_660]);

    const exported = await send("GET", `/uptime.csv?${range}&time_zone=UTC`);
    const days = readCsv(exported.text);
    const daily = (await send("GET", `/uptime/daily?days=13&target_id=${watchedId}`)).json().data.days;
    expect(days.map((day) => [day.date, day.uptime_percentage, day.missed_seconds])).toEqual(
      daily
        .slice(0, 7)
        .map((day: { date: string; uptime_percentage: number; missed_seconds: number }) => [
          ...[day.date, String(day.uptime_percentage), String(day.missed_seconds)],
        ]),
    );

    const slo = (
      await send("POST", "/slos", { name: "Shop SLO", selector: {}, objective: 99.9, window: "28d" })
    ).json().data;
    const measured = (await send("GET", `/slos/${slo.id}/report`)).json().data;
    const preview = await send("GET", `/reports/${report.id}/preview?from=2026-11-01T00:00:00Z`);
    const attained = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
    for (const value of [measured.attainment, measured.budget.left_percentage])
      expect(preview.text).toContain(`${attained.format(value)} %`);
  });

  test("is one document without requests and scripts, in which names are escaped", async () => {
    const report = await make({ name: "<script>alert(1)</script>" });
    const { status, headers, text } = await send("GET", `/reports/${report.id}/preview`);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toContain("sandbox; default-src 'none'");
    expect(text).not.toMatch(/<script|<img|<link|src=|@import|url\(/);
    expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(text).toContain("&lt;b&gt;shop&lt;/b&gt;");
    expect(text).toContain("How the figures are calculated");
    const german = await make({ language: "de", exclude_maintenance: false });
    expect((await send("GET", `/reports/${german.id}/preview`)).text).toContain(
      "Wartung zählt als Ausfallzeit",
    );
  });

  test("of nothing says so, and a time that is too long or in the future is refused", async () => {
    const none = await make({ selector: { tags: { any: ["none"] } } });
    expect((await send("GET", `/reports/${none.id}/preview`)).text).toContain("selects no target");
    const preview = (query: string) => send("GET", `/reports/${none.id}/preview?${query}`);
    expect((await preview("from=2025-01-01T00:00:00Z")).status).toBe(400);
    expect((await preview("from=2027-01-01T00:00:00Z")).status).toBe(400);
    expect((await preview("to=2026-01-01T00:00:00Z")).status).toBe(400);
    const pdf = await preview("format=pdf");
    expect([pdf.status, pdf.json().error.message]).toEqual([503, "This server cannot make a PDF now."]);
  });
});

describe("the sender of reports", () => {
  test("sends each period once, late once after an outage, and only to members and confirmed addresses", async () => {
    const member = await makeReader("viewer");
    const left = await makeReader();
    const report = await make({
      formats: ["html", "pdf", "csv"],
      recipients: [
        { type: "member", id: member.id },
        { type: "member", id: left.id },
        ...["stranger@example.org", "friend@example.org"].map((address) => ({ type: "email", address })),
      ],
    });
    await expect
      .poll(() => sent.map(({ to }) => to).sort())
      .toEqual(["friend@example.org", "stranger@example.org"]);
    const token = sent.find(({ to }) => to.startsWith("friend"))?.text.match(/recipient#(\S+)/)?.[1];
    const confirm = { method: "POST", url: "/api/v1/mail-recipients/confirm", payload: { token } } as const;
    expect((await running.call(null, confirm)).statusCode).toBe(200);
    await running.database.run(sql`delete from membership where id = ${left.membershipId}`);
    const { data } = (await send("GET", `/reports/${report.id}`)).json();
    expect(data.recipient_states.map(({ status }: { status: string }) => status)).toEqual([
      ...["confirmed", "left", "unconfirmed", "confirmed"],
    ]);

    sent.length = 0;
    await job();
    expect(sent).toEqual([]);
    // Down for two weeks: only the newest week is sent.
    nowMs = Date.parse("2026-12-02T12:00:00Z");
    await Promise.all([job(), job()]);
    await job();
    expect(sent.map(({ to }) => to).sort()).toEqual(["friend@example.org", member.email].sort());
    const mail = sent.find(({ to }) => to === "friend@example.org");
    expect(mail?.subject).toMatch(/^Weekly: Nov 23.–.29, 2026$/);
    expect(mail?.attachments?.map(({ contentType }) => contentType)).toEqual(["text/csv; charset=utf-8"]);
    expect(mail?.html).toContain("/recipient#");
    expect(sent.find(({ to }) => to === member.email)?.html).not.toContain("/recipient#");
    const deliveries = (await send("GET", `/reports/${report.id}/deliveries`)).json().data;
    expect(deliveries.map((one: { email: string; state: string }) => [one.email, one.state])).toContainEqual([
      ...["stranger@example.org", "failed"],
    ]);
    expect(deliveries.find((one: { email: string }) => one.email === member.email)).toMatchObject({
      ...{ state: "sent", trigger: "schedule", error: "without the PDF: There is no browser." },
    });
    await send("DELETE", `/reports/${report.id}`);
  });

  test("retries an email that the server did not take, with the same ID", async () => {
    const member = await makeReader();
    const report = await make();
    sent.length = 0;
    const request = { method: "POST", url: `/api/v1/reports/${report.id}/send`, payload: {} } as const;
    const headers = { "x-organization-id": org.orgId };
    const asked = await running.callAs(member, { ...request, headers });
    expect([asked.statusCode, asked.json().data.email]).toEqual([202, member.email]);
    refusal = new MailError("The email was not sent: try later", { isTemporary: true, cause: null });
    await job();
    const state = async () => (await send("GET", `/reports/${report.id}/deliveries`)).json().data[0];
    expect(await state()).toMatchObject({
      state: "pending",
      tries: 1,
      error: expect.stringContaining("later"),
    });
    refusal = null;
    await job();
    expect(sent).toEqual([]);
    nowMs += 10 * MINUTE_MS;
    await job();
    expect(await state()).toMatchObject({ state: "sent", trigger: "manual" });
    expect(sent.map(({ to, messageId }) => [to, typeof messageId])).toEqual([[member.email, "string"]]);
  });

  test("sends what a process left behind that was killed while it sent", async () => {
    const { database } = running;
    const member = await makeReader();
    const report = await make({ recipients: [{ type: "member", id: member.id }] });
    nowMs += 7 * DAY_MS;
    let isReached = () => {};
    const reached = new Promise<void>((resolve) => {
      isReached = resolve;
    });
    const hanging = {
      isConfigured: true,
      send: () => {
        isReached();
        return new Promise<void>(() => {});
      },
    };
    const deps = {
      database,
      clock,
      log: silentLogger,
      recipients,
      printPdf: () => Promise.reject(new Error("unused")),
    };
    void reportJobs({ ...deps, mailer: hanging })["reports.send"]({ signal: new AbortController().signal });
    await reached;
    sent.length = 0;
    await job();
    expect(sent).toEqual([]);
    nowMs += 5 * MINUTE_MS;
    await job();
    await job();
    expect(sent.filter(({ to }) => to === member.email)).toHaveLength(1);
    await send("DELETE", `/reports/${report.id}`);
  });
});
