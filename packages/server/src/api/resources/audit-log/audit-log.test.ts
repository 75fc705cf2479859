import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { recordWrite } from "../../../pipeline/audit/audit.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { dropOldEntries, findTamperedEntries } from "./service.ts";

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

type Entry = {
  actor: { kind: string; id: string; name: string };
  action: string;
  target: { type: string; id: string };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  request_id: string | null;
  ip: string | null;
};

async function listEntries(key: string, query = ""): Promise<Entry[]> {
  const response = await running.call(key, { method: "GET", url: `/api/v1/audit-log${query}` });
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

const CANARY = "canary-7f3a";
const monitor = {
  name: "Shop",
  type: "url",
  url: "http://127.0.0.1/",
  method: "POST",
  headers: { Authorization: `Bearer ${CANARY}` },
  body: `token=${CANARY}`,
};

describe("the audit log", () => {
  test("records the actor, target, and fields before and after each write, without header values or bodies", async () => {
    const { orgId, keys } = await makeOrg(running.database);
    const member = await makeMember(running.database, { orgId, role: "member" });
    const created = await running.callAs(member, {
      method: "POST",
      url: "/api/v1/monitors",
      payload: monitor,
      headers: { "x-request-id": "request-1" },
    });
    const { id } = created.json().data;
    const url = `/api/v1/monitors/${id}`;
    const change = { name: "Store", headers: { Authorization: `Basic ${CANARY}`, "X-New": CANARY } };
    await running.call(keys.admin, { method: "PUT", url, payload: change });
    await running.call(keys.admin, { method: "PUT", url, payload: change });
    // As a socket for both versions of IP reports an IPv4 address.
    await running.call(keys.admin, { method: "DELETE", url, remoteAddress: "::ffff:192.0.2.7" });
    const entries = await listEntries(keys.admin, "?sort=created_at");
    const by = { kind: "member", id: member.id, name: member.name };
    const target = { type: "monitor", id };
    expect(entries).toMatchObject([
      { action: "monitor.create", actor: by, target, before: null, request_id: "request-1", ip: "127.0.0.1" },
      {
        action: "monitor.update",
        actor: { kind: "key", name: "admin" },
        target,
        before: { name: "Shop", headers: { Authorization: "••••" } },
        after: { name: "Store", headers: { Authorization: "••••", "X-New": "••••" } },
      },
      {
        action: "monitor.delete",
        target,
        before: { name: "Store", body: "••••" },
        after: null,
        ip: "192.0.2.7",
      },
    ]);
    expect(Object.keys(entries[1]?.after ?? {}).sort()).toEqual(["headers", "name"]);
    const fields = Object.keys(entries[0]?.after ?? {}).sort();
    expect(Object.keys(entries[2]?.before ?? {}).sort()).toEqual(fields);
    expect(fields).toEqual(expect.arrayContaining(["name", "description", "url", "interval_ms", "retries"]));
    expect(fields).not.toContain("status");
    const stored = await running.database.rows(sql`select row_to_json(a)::text from audit_entry a`);
    expect(JSON.stringify(stored)).not.toContain(CANARY);
  });

  test("has no entry for a write that was rejected or rolled back", async () => {
    const { keys } = await makeOrg(running.database);
    const rejected = [
      await running.call(keys.read, { method: "POST", url: "/api/v1/monitors", payload: monitor }),
      await running.call(keys.admin, { method: "POST", url: "/api/v1/monitors", payload: { name: "x" } }),
      await running.call(keys.admin, { method: "POST", url: "/api/v1/api-keys", payload: { name: "read" } }),
    ];
    expect(rejected.map((response) => response.statusCode)).toEqual([403, 400, 400]);
    // The forbidden request is recorded as a denial, not as a write.
    expect((await listEntries(keys.admin)).map(({ action }) => action)).toEqual(["access.denied"]);
  });

  test("is filtered and paged", async () => {
    const { orgId, keys } = await makeOrg(running.database);
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      const payload = { ...monitor, name: `m${index}` };
      const response = await running.call(keys.admin, { method: "POST", url: "/api/v1/monitors", payload });
      ids.push(response.json().data.id);
    }
    await running.call(keys.admin, { method: "DELETE", url: `/api/v1/monitors/${ids[2]}` });
    expect(await listEntries(keys.admin, `?target=${ids[2]}`)).toHaveLength(2);
    expect(await listEntries(keys.admin, "?action=monitor.delete")).toHaveLength(1);
    expect(await listEntries(keys.admin, `?actor=${orgId}`)).toEqual([]);
    expect(await listEntries(keys.admin, "?to=2020-01-01T00:00:00Z")).toEqual([]);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? "" : `&cursor=${cursor}`;
      const page = await running.call(keys.admin, {
        method: "GET",
        url: `/api/v1/audit-log?limit=4${query}`,
      });
      paged.push(...page.json().data.map((entry: Entry) => entry.target.id));
      cursor = page.json().meta.next_cursor;
    } while (cursor !== null);
    expect(paged).toEqual([ids[2], ...ids.toReversed()]);
    const bad = await running.call(keys.admin, { method: "GET", url: "/api/v1/audit-log?action=x&cursor=y" });
    expect(bad.statusCode).toBe(400);
  });
});

describe("the hash chain of an organization's entries", () => {
  const write = (orgId: string, nowMs = Date.now()) =>
    recordWrite(running.database, {
      orgId,
      nowMs,
      actor: { kind: "system", id: null, name: "test" },
      action: "organization.update",
      target: { type: "organization", id: orgId },
      after: { name: "x", nested: { b: 1, a: [null, "ü"] } },
    });

  test("has no gap and no fork under concurrent writes", async () => {
    const { orgId } = await makeOrg(running.database);
    await Promise.all(Array.from({ length: 30 }, () => write(orgId)));
    const rows = await running.database.rows<{ seq: number }>(
      sql`select seq from audit_entry where org_id = ${orgId} order by seq`,
    );
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(await findTamperedEntries(running.database, orgId)).toEqual([]);
  });

  test("rejects update, delete and truncate statements", async () => {
    const { orgId } = await makeOrg(running.database);
    await write(orgId);
    for (const statement of [
      sql`update audit_entry set actor_name = 'tampered' where org_id = ${orgId}`,
      sql`delete from audit_entry where org_id = ${orgId}`,
      sql`truncate audit_entry`,
    ]) {
      await expect(running.database.run(statement)).rejects.toThrow("append-only");
    }
  });

  test("reveals entries that were altered or deleted with the triggers disabled", async () => {
    const { orgId } = await makeOrg(running.database);
    for (let count = 0; count < 5; count++) await write(orgId);
    await running.database.transaction(async (db) => {
      await db.run(sql`set local session_replication_role = replica`);
      await db.run(sql`update audit_entry set actor_name = 'tampered' where org_id = ${orgId} and seq = 2`);
      await db.run(sql`delete from audit_entry where org_id = ${orgId} and seq = 4`);
    });
    expect(await findTamperedEntries(running.database, orgId)).toEqual([2, 5]);
  });

  test("loses entries older than 400 days to retention and stays intact", async () => {
    const { orgId } = await makeOrg(running.database);
    const nowMs = Date.now();
    await write(orgId, nowMs - 402 * 86_400_000);
    await write(orgId, nowMs - 399 * 86_400_000);
    await write(orgId, nowMs);
    expect(await dropOldEntries(running.database, nowMs)).toBe(1);
    expect(await findTamperedEntries(running.database, orgId)).toEqual([]);
    await write(orgId);
    expect(await findTamperedEntries(running.database, orgId)).toEqual([]);
  });
});
