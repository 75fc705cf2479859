import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import type { TestPerson } from "../../../../test/sessions.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { signCheckout } from "./checkout-link.ts";

/** Attack A25 of the security design, where no payment service is: taking a plan that is not one's to take. */

let running: TestApp;
let aheadMs = 0;
beforeAll(async () => {
  const clock = { now: () => Date.now() + aheadMs, monotonic: systemClock.monotonic };
  running = await startTestApp({ clock, config: { publicUrl: "https://vedette.example" } });
});
afterAll(() => running.stop());

let org: TestOrg;
let owner: TestPerson;
let admin: TestPerson;
beforeEach(async () => {
  aheadMs = 0;
  org = await makeOrg(running.database);
  owner = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
  admin = await makeMember(running.database, { orgId: org.orgId, role: "admin" });
});

const begin = (person: TestPerson, body: object = { plan_id: "pro" }) =>
  running.callAs(person, { method: "POST", url: "/api/v1/billing/checkout", payload: body });

/** The id and the signature of a checkout that somebody has begun. */
async function begun(person: TestPerson, planId = "pro"): Promise<{ id: string; signature: string }> {
  const { url } = (await begin(person, { plan_id: planId })).json().data;
  const { pathname, hash } = new URL(url);
  return { id: pathname.split("/").at(-1) ?? "", signature: hash.slice(1) };
}

const confirm = (
  person: TestPerson,
  { id, signature }: { id: string; signature: string },
  more: object = {},
) =>
  running.callAs(person, {
    method: "POST",
    url: `/api/v1/billing/checkout/${id}/confirm`,
    payload: { signature, ...more },
  });

async function planOf(orgId = org.orgId): Promise<string | undefined> {
  return (
    await running.database.find<{ plan_id: string }>(
      sql`select plan_id from organization where id = ${orgId}`,
    )
  )?.plan_id;
}

const entries = async () =>
  (await running.call(org.keys.admin, { method: "GET", url: "/api/v1/audit-log" }))
    .json()
    .data.map(({ action }: { action: string }) => action);

describe("taking a plan without payment", () => {
  test("is begun and then confirmed on a page of ours, and both are in the audit log", async () => {
    const answer = await begin(owner);
    expect(answer.statusCode).toBe(201);
    const { data } = answer.json();
    expect(Object.keys(data).sort()).toEqual(["expires_at", "id", "url"]);
    expect(data.url).toMatch(
      new RegExp(
        `^https://vedette\\.example/billing/checkout/${data.id}\\?org=${org.orgId}#[A-Za-z0-9_-]{43}$`,
      ),
    );
    const expiresInMs = Date.parse(data.expires_at) - Date.now();
    expect(expiresInMs).toBeGreaterThan(1_700_000);
    expect(expiresInMs).toBeLessThanOrEqual(1_800_000);
    expect(await planOf()).toBe("self-hosted");
    const offer = await running.callAs(owner, { method: "GET", url: `/api/v1/billing/checkout/${data.id}` });
    expect(offer.json().data).toMatchObject({ plan: { id: "pro" }, is_used: false, pauses: 0 });
    const confirmed = await confirm(owner, { id: data.id, signature: data.url.split("#")[1] });
    expect(confirmed.json().data).toEqual({
      plan_id: "pro",
      previous_plan_id: "self-hosted",
      paused: 0,
      resumed: 0,
    });
    expect(await planOf()).toBe("pro");
    expect(await entries()).toEqual(["organization.change_plan", "organization.checkout"]);
    const usage = await running.callAs(owner, { method: "GET", url: "/api/v1/billing/usage" });
    expect(usage.json().data).toMatchObject({
      plan_id: "pro",
      subscription: { provider: "built-in", status: "active" },
    });
  });

  test("succeeds once, though it is confirmed many times at once", async () => {
    const checkout = await begun(owner);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(owner, checkout)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect((await entries()).filter((action: string) => action === "organization.change_plan")).toHaveLength(
      1,
    );
    await begun(owner, "free").then((other) => confirm(owner, other));
    expect((await confirm(owner, checkout)).statusCode).toBe(400);
    expect(await planOf()).toBe("free");
  });

  test("is too late after half an hour", async () => {
    const checkout = await begun(owner);
    aheadMs = 1_800_001;
    const answer = await confirm(owner, checkout);
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      400,
      expect.stringContaining("Start another"),
    ]);
    expect(await planOf()).toBe("self-hosted");
  });

  test("that an API key has begun is for any admin of the organization", async () => {
    const answer = await running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/billing/checkout",
      payload: { plan_id: "pro", org_id: org.orgId },
    });
    const { id, url } = answer.json().data;
    expect((await confirm(admin, { id, signature: url.split("#")[1] })).statusCode).toBe(200);
  });
});

describe("nobody takes a plan", () => {
  test("with no signature, another's, an altered one or one for other terms", async () => {
    const checkout = await begun(owner);
    const other = await begun(owner, "business");
    const row = await running.database.find<{ expires_at: Date }>(
      sql`select expires_at from checkout where id = ${checkout.id}`,
    );
    const terms = {
      id: checkout.id,
      orgId: org.orgId,
      planId: "pro",
      personId: owner.id,
      expiresAtMs: row?.expires_at.getTime() ?? 0,
    };
    const secret = "signs links in tests";
    expect(signCheckout(secret, terms)).toBe(checkout.signature);
    const forged = [
      "",
      "none",
      other.signature,
      `${checkout.signature.slice(0, -2)}AA`,
      checkout.signature.toUpperCase(),
      randomBytes(32).toString("base64url"),
      signCheckout("another secret", terms),
      signCheckout(secret, { ...terms, planId: "business" }),
      signCheckout(secret, { ...terms, personId: admin.id }),
      signCheckout(secret, { ...terms, expiresAtMs: terms.expiresAtMs + 1 }),
    ];
    for (const signature of forged)
      expect((await confirm(owner, { ...checkout, signature })).statusCode).toBe(404);
    // The row is what counts: whoever could change it would have to sign anew.
    await running.database.run(sql`update checkout set plan_id = 'business' where id = ${checkout.id}`);
    expect((await confirm(owner, checkout)).statusCode).toBe(404);
    expect(await planOf()).toBe("self-hosted");
  });

  test("by somebody else's link, another organization's, or a key", async () => {
    const checkout = await begun(owner);
    expect((await confirm(admin, checkout)).statusCode).toBe(404);
    const foreign = await makeOrg(running.database);
    const stranger = await makeMember(running.database, { orgId: foreign.orgId, role: "owner" });
    expect((await confirm(stranger, checkout)).statusCode).toBe(404);
    const url = `/api/v1/billing/checkout/${checkout.id}/confirm`;
    const payload = { signature: checkout.signature };
    expect((await running.call(org.keys.admin, { method: "POST", url, payload })).statusCode).toBe(403);
    expect((await running.call(null, { method: "POST", url, payload })).statusCode).toBe(401);
    expect([await planOf(), await planOf(foreign.orgId)]).toEqual(["self-hosted", "self-hosted"]);
  });

  test("who is no admin any more when he confirms", async () => {
    const checkout = await begun(owner);
    const made = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
    await running.database.run(sql`
      update membership set role = 'member' where org_id = ${org.orgId} and person_id = ${owner.id}`);
    expect((await confirm(owner, checkout)).statusCode).toBe(403);
    expect((await confirm(made, checkout)).statusCode).toBe(404);
    expect(await planOf()).toBe("self-hosted");
  });

  test("from a page of another origin", async () => {
    const checkout = await begun(owner);
    const answer = await running.callAs(owner, {
      method: "POST",
      url: `/api/v1/billing/checkout/${checkout.id}/confirm`,
      headers: { origin: "https://evil.example" },
      payload: { signature: checkout.signature },
    });
    expect(answer.statusCode).toBe(403);
    expect(await planOf()).toBe("self-hosted");
  });

  test("with a price, limits, a customer or a status of his own", async () => {
    const fields = {
      price: 0,
      amount: 1,
      limits: {},
      customer_id: "c",
      status: "active",
      quantity: -1,
      is_offered: true,
    };
    for (const [name, value] of Object.entries(fields)) {
      const answer = await begin(owner, { plan_id: "pro", [name]: value });
      expect([name, answer.statusCode]).toEqual([name, 400]);
      expect(answer.json().error.details[0].path).toBe(name);
    }
    const checkout = await begun(owner);
    expect((await confirm(owner, checkout, { plan_id: "business" })).statusCode).toBe(400);
    expect((await confirm(owner, checkout)).json().data.plan_id).toBe("pro");
  });

  test.each([
    ["no plan at all", "nothing"],
    ["a retired one", "retired"],
    ["one by another name", "PRO"],
    ["one with a statement in it", "pro'; drop table plan; --"],
    ["the present one", "self-hosted"],
  ])("that is %s", async (_what, planId) => {
    await running.database.run(sql`
      insert into plan (id, definition, position, is_offered, is_start)
      select 'retired', definition || '{"id": "retired"}', 9, false, false from plan where id = 'pro' on conflict do nothing`);
    const answer = await begin(owner, { plan_id: planId });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details).toEqual([{ path: "plan_id", message: expect.any(String) }]);
  });

  test("that was withdrawn since he began", async () => {
    await running.database.run(sql`
      insert into plan (id, definition, position, is_offered, is_start)
      select 'brief', definition || '{"id": "brief"}', 9, true, false from plan where id = 'pro'`);
    const checkout = await begun(owner, "brief");
    await running.database.run(sql`update plan set is_offered = false where id = 'brief'`);
    expect((await confirm(owner, checkout)).statusCode).toBe(400);
    expect(await planOf()).toBe("self-hosted");
  });

  test("for another organization", async () => {
    const foreign = await makeOrg(running.database);
    expect((await begin(owner, { plan_id: "pro", org_id: foreign.orgId })).statusCode).toBe(403);
  });
});

describe("nobody is led elsewhere", () => {
  test.each(["return_to", "success_url", "cancel_url", "return_url", "url_after"])("by %s", async (field) => {
    for (const value of [
      "//evil.example",
      "\\\\evil.example",
      "javascript:alert(1)",
      "https://evil.example",
      "/ok",
    ]) {
      const answer = await begin(owner, { plan_id: "pro", [field]: value });
      expect([value, answer.statusCode]).toEqual([value, 400]);
    }
    const portal = await running.callAs(owner, {
      method: "GET",
      url: `/api/v1/billing/portal?${field}=https://evil.example`,
    });
    expect(portal.statusCode).toBe(400);
  });

  test("by the name that his request gives the server", async () => {
    const headers = { host: "evil.example" };
    const answer = await running.callAs(owner, { method: "GET", url: "/api/v1/billing/portal", headers });
    expect(answer.json().data).toEqual({ url: "https://vedette.example/settings/billing" });
  });
});

test("with a payment service the pages of ours switch nothing, also by a link of before", async () => {
  const withStripe = await startTestApp({
    billing: {
      name: "stripe",
      checkout: async () => ({
        id: "cs_1",
        url: "https://checkout.stripe.example/1",
        expiresAtMs: Date.now(),
      }),
      portal: async () => ({ url: "https://billing.stripe.example/1" }),
    },
  });
  const { orgId, keys } = await makeOrg(withStripe.database);
  const person = await makeMember(withStripe.database, { orgId, role: "owner" });
  const id = "01900000-0000-7000-8000-000000000001";
  const expiresAtMs = Date.now() + 60_000;
  await withStripe.database.run(sql`
    insert into checkout (id, org_id, plan_id, person_id, expires_at)
    values (${id}, ${orgId}, 'pro', ${person.id}, ${new Date(expiresAtMs)})`);
  const terms = { id, orgId, planId: "pro", personId: person.id, expiresAtMs };
  const signature = signCheckout("signs links in tests", terms);
  const url = `/api/v1/billing/checkout/${id}`;
  const confirmed = await withStripe.callAs(person, {
    method: "POST",
    url: `${url}/confirm`,
    payload: { signature },
  });
  expect(confirmed.statusCode).toBe(404);
  expect((await withStripe.callAs(person, { method: "GET", url })).statusCode).toBe(404);
  const portal = await withStripe.call(keys.admin, { method: "GET", url: "/api/v1/billing/portal" });
  expect(portal.json().data).toEqual({ url: "https://billing.stripe.example/1" });
  await withStripe.stop();
});
