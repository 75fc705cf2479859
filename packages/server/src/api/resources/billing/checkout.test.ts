import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import type { TestPerson } from "../../../../test/sessions.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { signCheckout } from "./checkout-link.ts";

/** Attacks on the built-in checkout: switching to a plan without permission. */

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

const startCheckout = (person: TestPerson, body: object = { plan_id: "pro" }) =>
  running.callAs(person, { method: "POST", url: "/api/v1/billing/checkout", payload: body });

/** Starts a checkout and returns its id and signature. */
async function createCheckout(
  person: TestPerson,
  planId = "pro",
): Promise<{ id: string; signature: string }> {
  const { url } = (await startCheckout(person, { plan_id: planId })).json().data;
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

const listActions = async () =>
  (await running.call(org.keys.admin, { method: "GET", url: "/api/v1/audit-log" }))
    .json()
    .data.map(({ action }: { action: string }) => action);

describe("switching the plan without payment", () => {
  test("is started and then confirmed on a page of this server, and both steps are in the audit log", async () => {
    const response = await startCheckout(owner);
    expect(response.statusCode).toBe(201);
    const { data } = response.json();
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
    expect(await listActions()).toEqual(["organization.change_plan", "organization.checkout"]);
    const usage = await running.callAs(owner, { method: "GET", url: "/api/v1/billing/usage" });
    expect(usage.json().data).toMatchObject({
      plan_id: "pro",
      subscription: { provider: "built-in", status: "active" },
    });
  });

  test("succeeds only once under concurrent confirmations", async () => {
    const checkout = await createCheckout(owner);
    const responses = await Promise.all(Array.from({ length: 8 }, () => confirm(owner, checkout)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(
      (await listActions()).filter((action: string) => action === "organization.change_plan"),
    ).toHaveLength(1);
    await createCheckout(owner, "free").then((other) => confirm(owner, other));
    expect((await confirm(owner, checkout)).statusCode).toBe(400);
    expect(await planOf()).toBe("free");
  });

  test("is rejected after 30 minutes", async () => {
    const checkout = await createCheckout(owner);
    aheadMs = 1_800_001;
    const response = await confirm(owner, checkout);
    expect([response.statusCode, response.json().error.message]).toEqual([
      400,
      expect.stringContaining("Start a new one"),
    ]);
    expect(await planOf()).toBe("self-hosted");
  });

  test("that an API key started can be confirmed by any admin of the organization", async () => {
    const response = await running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/billing/checkout",
      payload: { plan_id: "pro", org_id: org.orgId },
    });
    const { id, url } = response.json().data;
    expect((await confirm(admin, { id, signature: url.split("#")[1] })).statusCode).toBe(200);
  });
});

describe("a plan cannot be taken", () => {
  test("without a signature, or with a foreign, modified or mismatched signature", async () => {
    const checkout = await createCheckout(owner);
    const other = await createCheckout(owner, "business");
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
    // The signature covers the row, so changing the row invalidates it.
    await running.database.run(sql`update checkout set plan_id = 'business' where id = ${checkout.id}`);
    expect((await confirm(owner, checkout)).statusCode).toBe(404);
    expect(await planOf()).toBe("self-hosted");
  });

  test("through another person's link, from another organization, or with a key", async () => {
    const checkout = await createCheckout(owner);
    expect((await confirm(admin, checkout)).statusCode).toBe(404);
    const otherOrg = await makeOrg(running.database);
    const outsider = await makeMember(running.database, { orgId: otherOrg.orgId, role: "owner" });
    expect((await confirm(outsider, checkout)).statusCode).toBe(404);
    const url = `/api/v1/billing/checkout/${checkout.id}/confirm`;
    const payload = { signature: checkout.signature };
    expect((await running.call(org.keys.admin, { method: "POST", url, payload })).statusCode).toBe(403);
    expect((await running.call(null, { method: "POST", url, payload })).statusCode).toBe(401);
    expect([await planOf(), await planOf(otherOrg.orgId)]).toEqual(["self-hosted", "self-hosted"]);
  });

  test("by a person who is no longer an admin when confirming", async () => {
    const checkout = await createCheckout(owner);
    const newOwner = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
    await running.database.run(sql`
      update membership set role = 'member' where org_id = ${org.orgId} and person_id = ${owner.id}`);
    expect((await confirm(owner, checkout)).statusCode).toBe(403);
    expect((await confirm(newOwner, checkout)).statusCode).toBe(404);
    expect(await planOf()).toBe("self-hosted");
  });

  test("from a page of another origin", async () => {
    const checkout = await createCheckout(owner);
    const response = await running.callAs(owner, {
      method: "POST",
      url: `/api/v1/billing/checkout/${checkout.id}/confirm`,
      headers: { origin: "https://evil.example" },
      payload: { signature: checkout.signature },
    });
    expect(response.statusCode).toBe(403);
    expect(await planOf()).toBe("self-hosted");
  });

  test("with a price, limits, a customer or a status in the request", async () => {
    const fields = {
      price: 0,
      amount: 1,
      limits: {},
      customer_id: "c",
      status: "active",
      quantity: -1,
      is_available: true,
    };
    for (const [name, value] of Object.entries(fields)) {
      const response = await startCheckout(owner, { plan_id: "pro", [name]: value });
      expect([name, response.statusCode]).toEqual([name, 400]);
      expect(response.json().error.details[0].path).toBe(name);
    }
    const checkout = await createCheckout(owner);
    expect((await confirm(owner, checkout, { plan_id: "business" })).statusCode).toBe(400);
    expect((await confirm(owner, checkout)).json().data.plan_id).toBe("pro");
  });

  test.each([
    ["an unknown plan", "nothing"],
    ["a retired plan", "retired"],
    ["a plan id in another case", "PRO"],
    ["a plan id with SQL in it", "pro'; drop table plan; --"],
    ["the current plan", "self-hosted"],
  ])("that is %s", async (_what, planId) => {
    await running.database.run(sql`
      insert into plan (id, definition, position, is_available, is_default)
      select 'retired', definition || '{"id": "retired"}', 9, false, false from plan where id = 'pro' on conflict do nothing`);
    const response = await startCheckout(owner, { plan_id: planId });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toEqual([{ path: "plan_id", message: expect.any(String) }]);
  });

  test("that was withdrawn after the checkout started", async () => {
    await running.database.run(sql`
      insert into plan (id, definition, position, is_available, is_default)
      select 'brief', definition || '{"id": "brief"}', 9, true, false from plan where id = 'pro'`);
    const checkout = await createCheckout(owner, "brief");
    await running.database.run(sql`update plan set is_available = false where id = 'brief'`);
    expect((await confirm(owner, checkout)).statusCode).toBe(400);
    expect(await planOf()).toBe("self-hosted");
  });

  test("for another organization", async () => {
    const otherOrg = await makeOrg(running.database);
    expect((await startCheckout(owner, { plan_id: "pro", org_id: otherOrg.orgId })).statusCode).toBe(403);
  });
});

describe("redirects cannot be controlled", () => {
  test.each(["return_to", "success_url", "cancel_url", "return_url", "url_after"])(
    "through the field %s",
    async (field) => {
      for (const value of [
        "//evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "https://evil.example",
        "/ok",
      ]) {
        const response = await startCheckout(owner, { plan_id: "pro", [field]: value });
        expect([value, response.statusCode]).toEqual([value, 400]);
      }
      const portal = await running.callAs(owner, {
        method: "GET",
        url: `/api/v1/billing/portal?${field}=https://evil.example`,
      });
      expect(portal.statusCode).toBe(400);
    },
  );

  test("through the Host header", async () => {
    const headers = { host: "evil.example" };
    const response = await running.callAs(owner, { method: "GET", url: "/api/v1/billing/portal", headers });
    expect(response.json().data).toEqual({ url: "https://vedette.example/settings/billing" });
  });
});

test("with a payment service, the built-in checkout is disabled, even for an existing link", async () => {
  const stripeApp = await startTestApp({
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
  const { orgId, keys } = await makeOrg(stripeApp.database);
  const person = await makeMember(stripeApp.database, { orgId, role: "owner" });
  const id = "01900000-0000-7000-8000-000000000001";
  const expiresAtMs = Date.now() + 60_000;
  await stripeApp.database.run(sql`
    insert into checkout (id, org_id, plan_id, person_id, expires_at)
    values (${id}, ${orgId}, 'pro', ${person.id}, ${new Date(expiresAtMs)})`);
  const terms = { id, orgId, planId: "pro", personId: person.id, expiresAtMs };
  const signature = signCheckout("signs links in tests", terms);
  const url = `/api/v1/billing/checkout/${id}`;
  const confirmed = await stripeApp.callAs(person, {
    method: "POST",
    url: `${url}/confirm`,
    payload: { signature },
  });
  expect(confirmed.statusCode).toBe(404);
  expect((await stripeApp.callAs(person, { method: "GET", url })).statusCode).toBe(404);
  const portal = await stripeApp.call(keys.admin, { method: "GET", url: "/api/v1/billing/portal" });
  expect(portal.json().data).toEqual({ url: "https://billing.stripe.example/1" });
  await stripeApp.stop();
});
