import type { Role } from "@vedette/contract/people/scopes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import type { TestPerson } from "../../../../test/sessions.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

type Member = TestPerson & { membershipId: string };

async function makeTeam(): Promise<TestOrg & Record<Role, Member>> {
  const org = await makeOrg(running.database);
  const member = (role: Role) => makeMember(running.database, { orgId: org.orgId, role });
  return {
    ...org,
    owner: await member("owner"),
    admin: await member("admin"),
    member: await member("member"),
    viewer: await member("viewer"),
  };
}

const path = (orgId: string, rest = "") => `/api/v1/organizations/${orgId}/members${rest}`;

function setRole(by: TestPerson, orgId: string, { of, to }: { of: Member; to: Role }) {
  const url = path(orgId, `/${of.membershipId}`);
  return running.callAs(by, { method: "PUT", url, payload: { role: to } });
}

function remove(by: TestPerson, orgId: string, who: Member) {
  return running.callAs(by, { method: "DELETE", url: path(orgId, `/${who.membershipId}`) });
}

async function roleOf(who: Member): Promise<string | null> {
  const row = await running.database.find<{ role: string }>(
    sql`select role from membership where id = ${who.membershipId}`,
  );
  return row?.role ?? null;
}

async function countOwners(orgId: string): Promise<number> {
  const rows = await running.database.rows(
    sql`select from membership where org_id = ${orgId} and role = 'owner'`,
  );
  return rows.length;
}

test("lists members with sorting, paging and a role filter", async () => {
  const team = await makeTeam();
  const first = await running.call(team.keys.read, {
    method: "GET",
    url: path(team.orgId, "?limit=3&sort=created_at"),
  });
  expect(first.json().data[0]).toEqual({
    id: team.owner.membershipId,
    user_id: team.owner.id,
    name: team.owner.name,
    email: team.owner.email,
    role: "owner",
    joined_at: expect.stringMatching(/Z$/),
  });
  const cursor = first.json().meta.next_cursor;
  const rest = await running.call(team.keys.read, {
    method: "GET",
    url: path(team.orgId, `?limit=3&sort=created_at&cursor=${cursor}`),
  });
  const listed = [...first.json().data, ...rest.json().data].map((member) => member.id);
  expect(listed).toHaveLength(4);
  expect(new Set(listed).size).toBe(4);
  const admins = await running.callAs(team.viewer, { method: "GET", url: path(team.orgId, "?role=admin") });
  expect(admins.json().data.map((member: { id: string }) => member.id)).toEqual([team.admin.membershipId]);
});

describe("a role", () => {
  test("can be granted up to the caller's own, and only to members who are not above", async () => {
    const team = await makeTeam();
    const { orgId, owner, admin, member } = team;
    expect((await setRole(admin, orgId, { of: admin, to: "owner" })).statusCode).toBe(403);
    expect((await setRole(admin, orgId, { of: member, to: "owner" })).statusCode).toBe(403);
    expect((await setRole(admin, orgId, { of: owner, to: "viewer" })).statusCode).toBe(403);
    expect((await remove(admin, orgId, owner)).statusCode).toBe(403);
    expect((await setRole(member, orgId, { of: member, to: "admin" })).statusCode).toBe(403);
    expect(await Promise.all([owner, admin, member].map(roleOf))).toEqual(["owner", "admin", "member"]);
    const promoted = await setRole(admin, orgId, { of: member, to: "admin" });
    expect([promoted.statusCode, promoted.json().data.role]).toEqual([200, "admin"]);
    expect((await setRole(owner, orgId, { of: member, to: "owner" })).statusCode).toBe(200);
  });

  test("can be granted with a key of scope admin up to admin", async () => {
    const { orgId, keys, member, owner } = await makeTeam();
    const put = (of: Member, role: Role) =>
      running.call(keys.admin, { method: "PUT", url: path(orgId, `/${of.membershipId}`), payload: { role } });
    expect((await put(member, "owner")).statusCode).toBe(403);
    expect((await put(owner, "member")).statusCode).toBe(403);
    expect((await put(member, "admin")).statusCode).toBe(200);
  });

  test("that was revoked is denied from the next request on", async () => {
    const { orgId, owner, admin, member } = await makeTeam();
    expect((await setRole(admin, orgId, { of: member, to: "viewer" })).statusCode).toBe(200);
    expect((await setRole(owner, orgId, { of: admin, to: "viewer" })).statusCode).toBe(200);
    const response = await setRole(admin, orgId, { of: member, to: "member" });
    expect([response.statusCode, response.json().error.message]).toEqual([
      403,
      expect.stringContaining("'admin'"),
    ]);
  });
});

describe("a removed member", () => {
  test("has no access from the next request on, although the session is valid", async () => {
    const { orgId, owner, member } = await makeTeam();
    const read = () =>
      running.callAs(member, {
        method: "GET",
        url: "/api/v1/monitors",
        headers: { "x-organization-id": orgId },
      });
    expect((await read()).statusCode).toBe(200);
    expect((await remove(owner, orgId, member)).json().data).toEqual({
      id: member.membershipId,
      deleted: true,
    });
    expect((await read()).statusCode).toBe(403);
    const own = await running.callAs(member, { method: "GET", url: "/api/v1/user/organizations" });
    expect(own.json().data).toEqual([]);
  });

  test("can be the caller, in any role", async () => {
    const { orgId, viewer, member } = await makeTeam();
    expect((await remove(viewer, orgId, member)).statusCode).toBe(403);
    expect((await remove(viewer, orgId, viewer)).statusCode).toBe(200);
    const left = await running.callAs(member, {
      method: "POST",
      url: `/api/v1/organizations/${orgId}/leave`,
    });
    expect([left.statusCode, await roleOf(viewer), await roleOf(member)]).toEqual([200, null, null]);
  });
});

describe("the last owner", () => {
  test("cannot be demoted, leave or be removed", async () => {
    const { orgId, owner } = await makeTeam();
    const refused = [
      await setRole(owner, orgId, { of: owner, to: "admin" }),
      await remove(owner, orgId, owner),
      await running.callAs(owner, { method: "POST", url: `/api/v1/organizations/${orgId}/leave` }),
    ];
    expect(refused.map((response) => response.statusCode)).toEqual([400, 400, 400]);
    expect(refused[0]?.json().error.message).toContain("must have an owner");
    expect(await roleOf(owner)).toBe("owner");
  });

  test.each([
    [
      "demote each other",
      (by: Member, of: Member, orgId: string) => setRole(by, orgId, { of, to: "viewer" }),
    ],
    ["remove each other", (by: Member, of: Member, orgId: string) => remove(by, orgId, of)],
    ["step down", (by: Member, _of: Member, orgId: string) => setRole(by, orgId, { of: by, to: "viewer" })],
    ["leave", (by: Member, _of: Member, orgId: string) => remove(by, orgId, by)],
  ])("remains when two owners %s concurrently", async (_name, act) => {
    for (let round = 0; round < 8; round++) {
      const { orgId, owner } = await makeTeam();
      const second = await makeMember(running.database, { orgId, role: "owner" });
      const responses = await Promise.all([act(owner, second, orgId), act(second, owner, orgId)]);
      expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1);
      expect(await countOwners(orgId)).toBe(1);
    }
  });

  test("can transfer the organization and becomes an admin", async () => {
    const { orgId, owner, member, admin } = await makeTeam();
    const transfer = (by: Member, to: string) =>
      running.callAs(by, {
        method: "POST",
        url: `/api/v1/organizations/${orgId}/transfer`,
        payload: { member_id: to },
      });
    expect((await transfer(admin, admin.membershipId)).statusCode).toBe(403);
    expect((await transfer(owner, owner.membershipId)).statusCode).toBe(400);
    const response = await transfer(owner, member.membershipId);
    expect([response.statusCode, response.json().data.role]).toEqual([200, "owner"]);
    expect([await roleOf(owner), await roleOf(member)]).toEqual(["admin", "owner"]);
    expect((await transfer(owner, admin.membershipId)).statusCode).toBe(403);
  });
});
