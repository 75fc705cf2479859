import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makePerson, type TestPerson } from "../../../../test/sessions.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { invitationMail } from "./invitation-mail.ts";

type Mail = { to: string; subject: string; text: string; html: string };
const mails: Mail[] = [];
let isMailing = false;

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp({
    mailer: {
      get isConfigured() {
        return isMailing;
      },
      send: async (mail) => void mails.push(mail),
    },
  });
});
afterAll(() => running.stop());

function invite(org: TestOrg, payload: object, as = org.keys.admin) {
  return running.call(as, {
    method: "POST",
    url: `/api/v1/organizations/${org.orgId}/invitations`,
    payload,
  });
}

async function invitePerson(role = "member") {
  const org = await makeOrg(running.database);
  const person = await makePerson(running.database);
  const response = await invite(org, { email: person.email, role });
  expect(response.statusCode).toBe(201);
  const { id, invite_url: url } = response.json().data;
  return { org, person, id, token: url.split("#")[1] as string };
}

function accept(person: TestPerson, token: string) {
  return running.callAs(person, { method: "POST", url: "/api/v1/invitations/accept", payload: { token } });
}

async function rolesOf({ id }: TestPerson): Promise<string[]> {
  const rows = await running.database.rows<{ role: string }>(
    sql`select role from membership where person_id = ${id}`,
  );
  return rows.map((row) => row.role);
}

test("creates an invitation with a link and stores only the hash of its token", async () => {
  const org = await makeOrg(running.database);
  const response = await invite(org, { email: " New.Colleague@Example.org ", role: "viewer" });
  const { data } = response.json();
  expect([response.statusCode, data]).toEqual([
    201,
    {
      id: expect.any(String),
      email: "new.colleague@example.org",
      role: "viewer",
      status: "pending",
      invited_by: "admin",
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      invite_url: expect.stringMatching(/^http:\/\/localhost(:80)?\/invitation#[\w-]{43}$/),
      mailed: false,
    },
  ]);
  expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(7 * 86_400_000);
  const rows = await running.database.rows(sql`
    select row_to_json(i)::text as text from invitation i union all select row_to_json(a)::text from audit_entry a`);
  expect(JSON.stringify(rows)).not.toContain(data.invite_url.split("#")[1]);
});

describe("accepting", () => {
  test("makes the person a member with the invited role, once", async () => {
    const { org, person, token } = await invitePerson("admin");
    const response = await accept(person, token);
    expect([response.statusCode, response.json().data]).toEqual([200, { org_id: org.orgId, role: "admin" }]);
    expect(await rolesOf(person)).toEqual(["admin"]);
    expect((await accept(person, token)).statusCode).toBe(400);
  });

  test("succeeds once for concurrent requests", async () => {
    const { person, token } = await invitePerson();
    const responses = await Promise.all(Array.from({ length: 8 }, () => accept(person, token)));
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1);
    expect(await rolesOf(person)).toEqual(["member"]);
  });

  test("with another address is rejected and leaves the invitation open", async () => {
    const { person, token } = await invitePerson();
    const other = await makePerson(running.database);
    const response = await accept(other, token);
    expect([response.statusCode, response.json().error.message]).toEqual([
      400,
      expect.stringContaining("another e-mail address"),
    ]);
    expect(await rolesOf(other)).toEqual([]);
    expect((await accept(person, token)).statusCode).toBe(200);
  });

  test("rejects a role in the request", async () => {
    const { person, token } = await invitePerson("viewer");
    const response = await running.callAs(person, {
      method: "POST",
      url: "/api/v1/invitations/accept",
      payload: { token, role: "owner" },
    });
    expect(response.statusCode).toBe(400);
    expect(await rolesOf(person)).toEqual([]);
  });

  test("returns the same error for expired, withdrawn, replaced and unknown tokens", async () => {
    const expired = await invitePerson();
    await running.database.run(
      sql`update invitation set expires_at = now() - interval '1 ms' where id = ${expired.id}`,
    );
    const withdrawn = await invitePerson();
    const url = `/api/v1/organizations/${withdrawn.org.orgId}/invitations/${withdrawn.id}`;
    const revoke = () => running.call(withdrawn.org.keys.admin, { method: "DELETE", url });
    expect([(await revoke()).statusCode, (await revoke()).statusCode]).toEqual([200, 404]);
    const replaced = await invitePerson();
    expect((await invite(replaced.org, { email: replaced.person.email })).statusCode).toBe(201);
    const guessed = { person: replaced.person, token: "A".repeat(43) };
    const responses = [];
    for (const { person, token } of [expired, withdrawn, replaced, guessed]) {
      responses.push(await accept(person, token));
      expect(await rolesOf(person)).toEqual([]);
    }
    expect(responses.map((response) => response.statusCode)).toEqual([400, 400, 400, 400]);
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
  });
});

describe("inviting", () => {
  test("grants no role above the caller's own, and a key at most admin", async () => {
    const org = await makeOrg(running.database);
    const admin = await makeMember(running.database, { orgId: org.orgId, role: "admin" });
    const owner = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
    const url = `/api/v1/organizations/${org.orgId}/invitations`;
    const asOwner = { method: "POST", url, payload: { email: "a@example.org", role: "owner" } } as const;
    expect((await invite(org, asOwner.payload)).statusCode).toBe(403);
    expect((await running.callAs(admin, asOwner)).statusCode).toBe(403);
    expect((await running.callAs(owner, asOwner)).statusCode).toBe(201);
  });

  test("rejects the address of a member and anything but a single address", async () => {
    const org = await makeOrg(running.database);
    const member = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
    for (const email of [
      member.email.toUpperCase(),
      "a@example.org, b@example.org",
      "a@example.org\r\nBcc: b@example.org",
      '"a@b"@c',
      "a(comment)@example.org",
      "",
    ]) {
      const response = await invite(org, { email });
      expect([email, response.statusCode, response.json().error.details?.[0].path]).toEqual([
        email,
        400,
        "email",
      ]);
    }
  });

  test("leaves one open invitation after concurrent requests for one address", async () => {
    const org = await makeOrg(running.database);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => invite(org, { email: "same@example.org" })),
    );
    expect(responses.map((response) => response.statusCode)).toEqual(Array(5).fill(201));
    const url = `/api/v1/organizations/${org.orgId}/invitations`;
    const list = (status: string) =>
      running.call(org.keys.read, { method: "GET", url: `${url}?status=${status}` });
    expect((await list("pending")).json().data).toHaveLength(1);
    expect((await list("revoked")).json().data).toHaveLength(4);
    expect((await list("pending")).body).not.toContain("invite_url");
  });

  test("emails the link only to the invited address if SMTP is configured", async () => {
    isMailing = true;
    try {
      const org = await makeOrg(running.database);
      const response = await invite(org, { email: "reader@example.org" });
      const { mailed, invite_url: url } = response.json().data;
      expect(mailed).toBe(true);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.to).toBe("reader@example.org");
      expect(mails[0]?.text).toContain(url);
      expect(mails[0]?.html).toContain(url);
    } finally {
      isMailing = false;
    }
  });
});

test("escapes names in headers and markup of the email", () => {
  const mail = invitationMail({
    leaveUrl: "https://vedette.example.org/recipient#x",
    invitation: { email: "a@example.org", role: "viewer", expires_at: "2026-01-08T00:00:00.000Z" },
    organizationName: "Evil\r\nBcc: x@example.org <img src=x onerror=alert(1)>",
    inviteUrl: "https://vedette.example/invitation#t",
    invitedBy: "<script>\u2028",
  });
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.html).not.toMatch(/<(img|script)/);
  expect(mail.html).toContain("&lt;script&gt;");
});
