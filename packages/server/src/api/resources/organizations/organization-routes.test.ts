import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOfOrganization } from "../../../../test/access/rows-of-organization.ts";
import { makeMember, makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { makePerson, type TestPerson } from "../../../../test/sessions.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

function create(person: TestPerson, payload: object) {
  return running.callAs(person, { method: "POST", url: "/api/v1/organizations", payload });
}

async function makeOwned() {
  const org = await makeOrg(running.database);
  const owner = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
  return { ...org, owner, url: `/api/v1/organizations/${org.orgId}` };
}

describe("required two-factor authentication", () => {
  const require = { settings: { require_two_factor: true } };
  const setPassword = (person: TestPerson) =>
    running.database.run(sql`
      insert into account (id, person_id, provider_id, account_id, password)
      values (gen_random_uuid(), ${person.id}, 'credential', ${person.id}, 'hash')`);
  const setTwoFactor = (person: TestPerson, isOn: boolean) =>
    running.database.run(sql`update person set two_factor_enabled = ${isOn} where id = ${person.id}`);

  test("keeps members without it out until they have it, and no one else", async () => {
    const { owner, orgId, keys, url } = await makeOwned();
    const member = await makeMember(running.database, { orgId, role: "member" });
    const federated = await makeMember(running.database, { orgId, role: "member" });
    for (const person of [owner, member]) await setPassword(person);
    await setTwoFactor(owner, true);
    const turned = await running.callAs(owner, { method: "PUT", url, payload: require });
    expect([turned.statusCode, turned.json().data.settings]).toMatchObject([200, require.settings]);

    const read = (person: TestPerson) => running.callAs(person, { method: "GET", url: "/api/v1/monitors" });
    const refused = await read(member);
    expect([refused.statusCode, refused.json().error.details]).toEqual([
      403,
      [{ path: "two_factor", message: "is required" }],
    ]);
    const own = await running.callAs(member, { method: "GET", url: "/api/v1/user/organizations" });
    expect(own.json().data).toMatchObject([{ id: orgId, lacks_two_factor: true }]);
    expect((await read(owner)).statusCode).toBe(200);
    expect((await read(federated)).statusCode).toBe(200);
    expect((await running.call(keys.read, { method: "GET", url: "/api/v1/monitors" })).statusCode).toBe(200);
    await setTwoFactor(member, true);
    expect((await read(member)).statusCode).toBe(200);
  });

  test("cannot be turned on by an owner who does not have it", async () => {
    const { owner, url } = await makeOwned();
    await setPassword(owner);
    const refused = await running.callAs(owner, { method: "PUT", url, payload: require });
    expect([refused.statusCode, refused.json().error.details]).toMatchObject([
      400,
      [{ path: "settings.require_two_factor" }],
    ]);
  });
});

describe("an organization", () => {
  test("is owned by its creator, with default settings and a generated slug", async () => {
    const person = await makePerson(running.database);
    const response = await create(person, { name: "Größe & Co" });
    expect([response.statusCode, response.json().data]).toEqual([
      201,
      {
        id: expect.any(String),
        name: "Größe & Co",
        slug: expect.stringMatching(/^gro-e-co-[0-9a-f]{6}$/),
        plan_id: "self-hosted",
        role: "owner",
        created_at: expect.stringMatching(/Z$/),
        sample: false,
        settings: { timezone: "UTC", retention_days: 90, managed_edits: "warn" },
      },
    ]);
    expect((await create(person, { name: "Größe & Co" })).statusCode).toBe(201);
  });

  test("stays a sample if it was created as one", async () => {
    const person = await makePerson(running.database);
    const { data } = (await create(person, { name: "Sample", sample: true })).json();
    expect(data.sample).toBe(true);
    const url = `/api/v1/organizations/${data.id}`;
    const request = { method: "PUT", url, headers: { "x-organization-id": data.id } } as const;
    const changed = await running.callAs(person, { ...request, payload: { ...data, sample: false } });
    expect([changed.statusCode, changed.json().data.sample]).toEqual([200, true]);
  });

  test("accepts the fields of a GET in a PUT, and changes what differs", async () => {
    const { owner, url } = await makeOwned();
    const { data } = (await running.callAs(owner, { method: "GET", url })).json();
    const payload = { ...data, plan_id: "business", role: "viewer", settings: { timezone: "Europe/Berlin" } };
    const response = await running.callAs(owner, { method: "PUT", url, payload });
    expect([response.statusCode, response.json().data]).toEqual([
      200,
      { ...data, settings: { timezone: "Europe/Berlin", retention_days: 90, managed_edits: "warn" } },
    ]);
    expect((await running.callAs(owner, { method: "GET", url })).json().data).toEqual(response.json().data);
  });

  test("keeps the URL of traces until it is removed", async () => {
    const { owner, url } = await makeOwned();
    const put = async (settings: object) =>
      (await running.callAs(owner, { method: "PUT", url, payload: { settings } })).json().data.settings;
    const template = "https://tempo.example/trace/{trace_id}";
    expect(await put({ trace_url_template: template })).toMatchObject({ trace_url_template: template });
    expect(await put({ timezone: "Asia/Tokyo" })).toMatchObject({ trace_url_template: template });
    expect(await put({ trace_url_template: null })).not.toHaveProperty("trace_url_template");
  });

  test.each([
    [{ settings: { trace_url_template: "https://tempo.example/" } }, "settings.trace_url_template"],
    [{ settings: { trace_url_template: "javascript:alert('{trace_id}')" } }, "settings.trace_url_template"],
    [{ settings: { timezone: "Mars/Olympus" } }, "settings.timezone"],
    [{ settings: { timezone: "+02:00" } }, "settings.timezone"],
    [{ settings: { retention_days: 0 } }, "settings.retention_days"],
    [{ settings: { retention_days: 1.5 } }, "settings.retention_days"],
    [{ settings: { plan: "free" } }, "settings.plan"],
    [{ slug: "-a" }, "slug"],
    [{ slug: "A B" }, "slug"],
    [{ name: " " }, "name"],
    [{ is_admin: true }, "is_admin"],
  ])("rejects %j with the field name", async (payload, field) => {
    const { owner, url } = await makeOwned();
    const response = await running.callAs(owner, { method: "PUT", url, payload });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details.map((detail: { path: string }) => detail.path)).toEqual([field]);
  });

  test("cannot use the slug of another, on create or update", async () => {
    const [first, second] = [await makeOwned(), await makeOwned()];
    const slug = `taken-${first.orgId.slice(-12)}`;
    const put = ({ owner, url }: typeof first) =>
      running.callAs(owner, { method: "PUT", url, payload: { slug } });
    expect((await put(first)).statusCode).toBe(200);
    const refused = [await put(second), await create(second.owner, { name: "Other", slug })];
    for (const response of refused) {
      expect(response.statusCode).toBe(400);
      expect(response.json().error.details).toEqual([{ path: "slug", message: "is taken; choose another" }]);
    }
  });

  test("that is deleted loses all its data except the audit log, and others keep theirs", async () => {
    const [gone, kept] = [await makeOwned(), await makeOwned()];
    await makeMonitor(running.database, { orgId: gone.orgId });
    await makeMonitor(running.database, { orgId: kept.orgId });
    const before = await rowsOfOrganization(running.database, kept.orgId);
    const response = await running.callAs(gone.owner, { method: "DELETE", url: gone.url });
    expect(response.json()).toEqual({ success: true, data: { id: gone.orgId, deleted: true } });
    const { audit_chain, audit_entry, ...rest } = await rowsOfOrganization(running.database, gone.orgId);
    expect(new Set(Object.values(rest))).toEqual(new Set(["0 rows "]));
    expect([audit_chain, audit_entry]).toEqual([
      expect.stringMatching(/^1 rows/),
      expect.stringMatching(/^1 rows/),
    ]);
    expect(await rowsOfOrganization(running.database, kept.orgId)).toEqual(before);
    const dead = await running.call(gone.keys.admin, { method: "GET", url: "/api/v1/monitors" });
    expect(dead.statusCode).toBe(401);
  });
});

describe("the organization of a request", () => {
  test("is taken from X-Organization-Id or the path, and defaults to the one joined first", async () => {
    const [first, second] = [await makeOwned(), await makeOwned()];
    const person = first.owner;
    await running.database.run(sql`
      insert into membership (id, org_id, person_id, role, joined_at)
      values (gen_random_uuid(), ${second.orgId}, ${person.id}, 'viewer', now() + interval '1 s')`);
    await makeMonitor(running.database, { orgId: second.orgId });
    const list = (headers: Record<string, string>) =>
      running.callAs(person, { method: "GET", url: "/api/v1/monitors", headers });
    expect((await list({})).json().data).toHaveLength(0);
    const other = (await list({ "x-organization-id": second.orgId })).json().data;
    expect(other.map((monitor: { org_id: string }) => monitor.org_id)).toEqual([second.orgId]);
    const inPath = await running.callAs(person, { method: "GET", url: second.url });
    expect(inPath.json().data).toMatchObject({ id: second.orgId, role: "viewer" });
    const both = { "x-organization-id": first.orgId };
    expect((await running.callAs(person, { method: "GET", url: second.url, headers: both })).statusCode).toBe(
      403,
    );
    expect((await list({ "x-organization-id": "nonsense" })).statusCode).toBe(403);
    const own = await running.callAs(person, {
      method: "GET",
      url: "/api/v1/user/organizations?sort=created_at",
    });
    expect(own.json().data.map(({ id, role }: { id: string; role: string }) => [id, role])).toEqual([
      [first.orgId, "owner"],
      [second.orgId, "viewer"],
    ]);
  });

  test("is the one that the key belongs to", async () => {
    const { orgId, keys } = await makeOwned();
    const response = await running.call(keys.agent, { method: "GET", url: "/api/v1/user/organizations" });
    expect(response.json().data).toMatchObject([{ id: orgId, role: "viewer" }]);
  });
});
