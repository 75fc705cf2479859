import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOrg, portOf, startTestApp, type TestApp } from "../../../../test/app.ts";
import { OWN_ORIGIN, type TestPerson } from "../../../../test/sessions.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let base = "";
/** Much longer than a test, so that no heartbeat ends a stream here. */
const HEARTBEAT_MS = 600_000;

/** A stopped clock, so that a cached key never expires. */
const clock = { ...systemClock, monotonic: () => 0 };

beforeAll(async () => {
  running = await startTestApp({ heartbeatMs: HEARTBEAT_MS, clock });
  await running.app.server.listen({ host: "127.0.0.1", port: 0 });
  base = `http://127.0.0.1:${portOf(running.app)}/api/v1/events`;
});
afterAll(() => running.stop());

/** Opens a stream. The inner promise resolves to the text received until the stream ends. */
async function open(headers: Record<string, string>): Promise<{ rest: Promise<string>; close(): void }> {
  const abort = new AbortController();
  const response = await fetch(base, { headers, signal: abort.signal });
  expect(response.status).toBe(200);
  return { rest: response.text(), close: () => abort.abort() };
}

function asMember(person: TestPerson, orgId: string): Record<string, string> {
  return { cookie: person.cookie, origin: OWN_ORIGIN, "x-organization-id": orgId };
}

const ENDED = 'event: end\ndata: {"reason":"credential_ended"}';

describe("a stream ends at once", () => {
  test.each(["removed", "given another role"])("when its member is %s", async (what) => {
    const { orgId, keys } = await makeOrg(running.database);
    const [member, other] = [
      await makeMember(running.database, { orgId, role: "member" }),
      await makeMember(running.database, { orgId, role: "member" }),
    ];
    const [ended, kept] = [await open(asMember(member, orgId)), await open(asMember(other, orgId))];
    const url = `/api/v1/organizations/${orgId}/members/${member.membershipId}`;
    const answer = await running.call(
      keys.admin,
      what === "removed" ? { method: "DELETE", url } : { method: "PUT", url, payload: { role: "viewer" } },
    );
    expect(answer.statusCode).toBe(200);
    expect(await ended.rest).toContain(ENDED);
    const first = await Promise.race([kept.rest.catch(() => "ended"), Promise.resolve("open")]);
    expect(first).toBe("open");
    kept.close();
  });

  test("when its organization starts to require a second factor that its member lacks", async () => {
    const { orgId, keys } = await makeOrg(running.database);
    const member = await makeMember(running.database, { orgId, role: "member" });
    // People without a password are left out: their provider decides.
    await running.database.run(sql`
      insert into account (id, person_id, provider_id, account_id, created_at, updated_at)
      values (${randomUUID()}, ${member.id}, 'credential', ${member.id}, now(), now())`);
    const stream = await open(asMember(member, orgId));
    const payload = { settings: { require_two_factor: true } };
    const changed = await running.call(keys.admin, {
      ...{ method: "PUT", url: `/api/v1/organizations/${orgId}`, payload },
    });
    expect(changed.statusCode).toBe(200);
    expect(await stream.rest).toContain(ENDED);
  });

  test("when its session ends", async () => {
    const { orgId } = await makeOrg(running.database);
    const member = await makeMember(running.database, { orgId, role: "viewer" });
    const stream = await open(asMember(member, orgId));
    await running.endSessions(member.id);
    expect(await stream.rest).toContain(ENDED);
  });

  test("when its key was revoked, without an event, just before the stream started", async () => {
    const { orgId, keys } = await makeOrg(running.database);
    await running.call(keys.agent, { method: "GET", url: "/api/v1/locations" });
    await running.database.run(sql`update api_key set revoked_at = now() where org_id = ${orgId}`);
    const stream = await open({ authorization: `Bearer ${keys.agent}` });
    expect(await stream.rest).toContain(ENDED);
  });

  test("when its key is revoked, and when its organization is deleted", async () => {
    const { orgId, keys } = await makeOrg(running.database);
    const owner = await makeMember(running.database, { orgId, role: "owner" });
    const revoked = await open({ authorization: `Bearer ${keys.read}` });
    const other = await open({ authorization: `Bearer ${keys.agent}` });
    const list = await running.call(keys.admin, { method: "GET", url: "/api/v1/api-keys" });
    const id = list.json().data.find(({ name }: { name: string }) => name === "read").id;
    await running.call(keys.admin, { method: "DELETE", url: `/api/v1/api-keys/${id}` });
    expect(await revoked.rest).toContain(ENDED);
    await running.callAs(owner, { method: "DELETE", url: `/api/v1/organizations/${orgId}` });
    expect(await other.rest).toContain(ENDED);
  });
});
