import { type PlanLimits, UNLIMITED } from "@vedette/contract/billing/billing.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makePerson } from "../../../../test/sessions.ts";
import { monthOf } from "../../../pipeline/quotas/period.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

/** Creates an organization with a plan of its own. */
async function orgWith(limits: Partial<PlanLimits>): Promise<TestOrg> {
  const org = await makeOrg(running.database);
  await setLimits(org, limits);
  return org;
}

async function setLimits({ orgId }: TestOrg, limits: Partial<PlanLimits>): Promise<void> {
  const plan = { id: orgId, name: "Tiny", description: "", price: null, stripe_lookup_key: null };
  await running.database.run(sql`
    insert into plan (id, definition, position, is_available, is_default)
    values (${orgId}, ${JSON.stringify({ ...plan, limits: { ...UNLIMITED, ...limits } })}::jsonb, 9, false, false)
    on conflict (id) do update set definition = excluded.definition`);
  await running.database.run(sql`update organization set plan_id = ${orgId} where id = ${orgId}`);
}

const call = (org: TestOrg, method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  running.call(org.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });

const MONITOR = { name: "m", type: "url", url: "http://127.0.0.1/" };
const API_MONITOR = { name: "a", steps: [{ url: "http://127.0.0.1/" }] };
const JOURNEY = { name: "j", steps: [{ action: "goto", url: "http://127.0.0.1/" }] };
const KINDS = [
  ["/monitors", MONITOR],
  ["/api-monitors", API_MONITOR],
  ["/journeys", JOURNEY],
] as const;

function expectQuotaError(
  response: {
    statusCode: number;
    json(): { error: { code: string; message: string; details: { path: string }[] } };
  },
  quota: keyof PlanLimits,
): void {
  expect(response.statusCode).toBe(403);
  const { code, message, details } = response.json().error;
  expect([code, details.map(({ path }) => path)]).toEqual(["FORBIDDEN", [quota]]);
  expect(message).toMatch(new RegExp(`The plan 'Tiny' .*quota ${quota}.*larger plan`));
}

describe("status pages", () => {
  const page = { title: "Acme" };
  const makePage = (org: TestOrg, slug: string) => call(org, "POST", "/status-pages", { ...page, slug });

  test("are limited by number, and a deletion frees a place", async () => {
    const org = await orgWith({ status_pages: 2 });
    const first = await makePage(org, "quota-1");
    expect([first.statusCode, (await makePage(org, "quota-2")).statusCode]).toEqual([201, 201]);
    expectQuotaError(await makePage(org, "quota-3"), "status_pages");
    await call(org, "DELETE", `/status-pages/${first.json().data.id}`);
    expect((await makePage(org, "quota-3")).statusCode).toBe(201);
  });

  test("have a limited number of active subscribers each; a known address is no new one", async () => {
    const org = await orgWith({ page_subscribers: 2 });
    const subscribers = async (slug: string) =>
      `/status-pages/${(await makePage(org, slug)).json().data.id}/subscribers`;
    const [one, other] = [await subscribers("quota-4"), await subscribers("quota-5")];
    const add = (path: string, name: string) =>
      call(org, "POST", path, { type: "webhook", address: `https://hooks.example/${name}`, confirmed: true });
    const { id } = (await add(one, "a")).json().data;
    expect((await add(one, "b")).statusCode).toBe(201);
    expectQuotaError(await add(one, "c"), "page_subscribers");
    expect([(await add(one, "b")).statusCode, (await add(other, "c")).statusCode]).toEqual([201, 201]);
    await call(org, "DELETE", `${one}/${id}`);
    expect((await add(one, "c")).statusCode).toBe(201);
    await setLimits(org, { page_subscribers: 1 });
    expect((await call(org, "GET", one)).json().data).toHaveLength(2);
  });
});

describe("the number of monitors", () => {
  test("counts all kinds together, including paused ones, and a deletion frees a place", async () => {
    const org = await orgWith({ monitors: 3 });
    const ids: string[] = [];
    for (const [path, body] of KINDS) {
      const response = await call(org, "POST", path, { ...body, enabled: false });
      expect(response.statusCode).toBe(201);
      ids.push(response.json().data.id);
    }
    for (const [path, body] of KINDS) expectQuotaError(await call(org, "POST", path, body), "monitors");
    await call(org, "DELETE", `/api-monitors/${ids[1]}`);
    expect((await call(org, "POST", "/journeys", JOURNEY)).statusCode).toBe(201);
  });

  test.each([2, 5])("is not exceeded by %i concurrent creations", async (allowed) => {
    const org = await orgWith({ monitors: allowed });
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const [path, body] = KINDS[index % 3] ?? KINDS[0];
        return call(org, "POST", path, body);
      }),
    );
    const created = responses.filter(({ statusCode }) => statusCode === 201);
    expect(created).toHaveLength(allowed);
    for (const response of responses) if (response.statusCode !== 201) expectQuotaError(response, "monitors");
  });

  test("is not exceeded by an import, which then creates nothing", async () => {
    const org = await orgWith({ monitors: 1 });
    // More steps than the fifty that fit into one API monitor.
    const item = Array.from({ length: 60 }, (_, nr) => ({
      name: `r${nr}`,
      request: { method: "GET", url: "http://127.0.0.1/", header: [] },
    }));
    const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
    const content = JSON.stringify({ info: { name: "c", schema }, item });
    const input = { format: "postman", content };
    const preview = await call(org, "POST", "/api-monitors/import", { ...input, dry_run: true });
    expect(preview.json().data.api_monitors).toHaveLength(2);
    expectQuotaError(
      await call(org, "POST", "/api-monitors/import", { ...input, dry_run: false }),
      "monitors",
    );
    expect((await call(org, "GET", "/api-monitors")).json().data).toEqual([]);
  });

  test("also applies to resuming", async () => {
    const org = await orgWith({});
    const ids = [];
    for (let nr = 0; nr < 3; nr++)
      ids.push((await call(org, "POST", "/monitors", { ...MONITOR, enabled: nr > 0 })).json().data.id);
    await setLimits(org, { monitors: 2 });
    expectQuotaError(await call(org, "PUT", `/monitors/${ids[0]}`, { enabled: true }), "monitors");
    expect((await call(org, "PUT", `/monitors/${ids[1]}`, { enabled: false })).statusCode).toBe(200);
    expect((await call(org, "PUT", `/monitors/${ids[0]}`, { enabled: true })).statusCode).toBe(200);
  });
});

describe("the minimum interval", () => {
  test.each(KINDS)("applies at %s to creating and updating", async (path, body) => {
    const org = await orgWith({ min_interval_seconds: 120 });
    const field = path === "/journeys" ? "interval_seconds" : "interval";
    expectQuotaError(await call(org, "POST", path, { ...body, [field]: 119 }), "min_interval_seconds");
    const created = await call(org, "POST", path, { ...body, [field]: 120 });
    expect(created.statusCode).toBe(201);
    const { id } = created.json().data;
    expectQuotaError(await call(org, "PUT", `${path}/${id}`, { [field]: 60 }), "min_interval_seconds");
    expect((await call(org, "PUT", `${path}/${id}`, { [field]: 600 })).statusCode).toBe(200);
  });

  test("does not apply to an existing target until its interval changes or it is resumed", async () => {
    const org = await orgWith({});
    const { id } = (await call(org, "POST", "/monitors", { ...MONITOR, interval: 30 })).json().data;
    await setLimits(org, { min_interval_seconds: 120 });
    expect(
      (await call(org, "PUT", `/monitors/${id}`, { name: "n", interval: 30, enabled: true })).statusCode,
    ).toBe(200);
    expectQuotaError(await call(org, "PUT", `/monitors/${id}`, { interval: 60 }), "min_interval_seconds");
    await call(org, "PUT", `/monitors/${id}`, { enabled: false });
    expectQuotaError(await call(org, "PUT", `/monitors/${id}`, { enabled: true }), "min_interval_seconds");
  });

  test("applies to the interval while down", async () => {
    const org = await orgWith({ min_interval_seconds: 120 });
    const body = { ...MONITOR, interval: 600 };
    expectQuotaError(
      await call(org, "POST", "/monitors", { ...body, confirm_interval: 60 }),
      "min_interval_seconds",
    );
    const made = await call(org, "POST", "/monitors", { ...body, confirm_interval: 120 });
    expect(made.statusCode).toBe(201);
    const path = `/monitors/${made.json().data.id}`;
    expectQuotaError(await call(org, "PUT", path, { confirm_interval: 60 }), "min_interval_seconds");
  });

  test("does not apply to a journey on demand", async () => {
    const org = await orgWith({ min_interval_seconds: 120 });
    expect((await call(org, "POST", "/journeys", { ...JOURNEY, interval_seconds: null })).statusCode).toBe(
      201,
    );
  });
});

describe("the seats", () => {
  test("are taken by members and open invitations, and are not exceeded by concurrent invitations", async () => {
    const org = await orgWith({ members: 3 });
    await makeMember(running.database, { orgId: org.orgId, role: "owner" });
    const invite = (name: string) =>
      call(org, "POST", `/organizations/${org.orgId}/invitations`, { email: `${name}@example.org` });
    const responses = await Promise.all(["a", "b", "c", "d"].map(invite));
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
    for (const response of responses) if (response.statusCode !== 201) expectQuotaError(response, "members");
    // A new link for an invited person takes no additional seat.
    const invitedIndex = responses.findIndex(({ statusCode }) => statusCode === 201);
    expect((await invite("abcd"[invitedIndex] ?? "")).statusCode).toBe(201);
  });

  test("are checked again when an invitation is accepted, because the plan may have changed", async () => {
    const org = await orgWith({});
    await makeMember(running.database, { orgId: org.orgId, role: "owner" });
    const person = await makePerson(running.database);
    const invited = await call(org, "POST", `/organizations/${org.orgId}/invitations`, {
      email: person.email,
    });
    const token = invited.json().data.invite_url.split("#")[1];
    const accept = () =>
      running.callAs(person, { method: "POST", url: "/api/v1/invitations/accept", payload: { token } });
    await setLimits(org, { members: 1 });
    expectQuotaError(await accept(), "members");
    await setLimits(org, { members: 2 });
    expect((await accept()).statusCode).toBe(200);
  });
});

describe("the runs of a month", () => {
  async function setUsage(
    { orgId }: TestOrg,
    counts: { checks?: number; api?: number; browser?: number },
    month = monthOf(Date.now()),
  ) {
    await running.database.run(sql`
      insert into usage_month (org_id, month, check_runs, api_runs, browser_runs)
      values (${orgId}, ${month}::date, ${counts.checks ?? 0}, ${counts.api ?? 0}, ${counts.browser ?? 0})`);
  }

  test("limit manual checks and test runs, and do not include the previous month", async () => {
    const org = await orgWith({ check_runs: 10 });
    const { id } = (await call(org, "POST", "/monitors", MONITOR)).json().data;
    await setUsage(org, { checks: 99 }, "2020-01-01");
    // There is no runner.
    expect((await call(org, "POST", `/monitors/${id}/check`)).statusCode).toBe(503);
    await setUsage(org, { checks: 10 });
    expectQuotaError(await call(org, "POST", `/monitors/${id}/check`), "check_runs");
    expectQuotaError(await call(org, "POST", "/monitors/try", MONITOR), "check_runs");
  });

  test("limit triggered runs, including unfinished ones, also under concurrency", async () => {
    const org = await orgWith({ api_runs: 5, browser_runs: 4 });
    await setUsage(org, { api: 2, browser: 1 });
    running.queue.announce("runner-1", "default");
    const apiMonitor = (await call(org, "POST", "/api-monitors", API_MONITOR)).json().data.id;
    const journey = (await call(org, "POST", "/journeys", JOURNEY)).json().data.id;
    for (const [path, url, limit] of [
      [`/api-monitors/${apiMonitor}/trigger`, "/api/v1", "api_runs"],
      [`/journeys/${journey}/run-now`, "/api/v1", "browser_runs"],
      [`/journeys/${journey}/trigger`, "/api/agent", "browser_runs"],
    ] as const) {
      const responses = await Promise.all(
        Array.from({ length: 6 }, () =>
          running.call(org.keys.agent, { method: "POST", url: `${url}${path}`, payload: {} }),
        ),
      );
      const accepted = responses.filter(({ statusCode }) => statusCode === 202);
      expect(accepted).toHaveLength(url === "/api/agent" ? 0 : 3);
      for (const response of responses) if (response.statusCode !== 202) expectQuotaError(response, limit);
    }
  });
});

test("a plan without limits does not block concurrent requests", async () => {
  const org = await orgWith({});
  await running.database.transaction(async (db) => {
    await db.find(sql`select lock_plan(${org.orgId})`);
    // This request would wait for the open transaction if both took more than a shared lock.
    expect((await call(org, "POST", "/monitors", MONITOR)).statusCode).toBe(201);
  });
});
