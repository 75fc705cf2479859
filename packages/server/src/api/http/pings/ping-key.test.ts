import { describe, expect, test } from "vitest";
import { makeMember, makeOrg } from "../../../../test/app.ts";
import { pingsLab } from "../../../../test/labs/pings-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = pingsLab();
const { api, make, ping, pingsOf } = lab;

describe("a ping key", () => {
  const renew = async (): Promise<string> => (await api("POST", "/ping-key")).key;

  test("is created, replaced and deleted by owners, and shown only once", async () => {
    expect(await api("GET", "/ping-key")).toEqual({ key_start: null, created_by: null, created_at: null });
    const { key, ...facts } = await api("POST", "/ping-key");
    expect(key).toMatch(/^vdt_ping_[A-Za-z0-9_-]{22}$/);
    expect(await api("GET", "/ping-key")).toEqual(facts);
    const replaced = await renew();
    await api("DELETE", "/ping-key");
    const gone = await lab.running.call(lab.org.keys.admin, { method: "DELETE", url: "/api/v1/ping-key" });
    expect(gone.statusCode).toBe(404);
    const entries: { action: string }[] = await api("GET", "/audit-log");
    expect(entries.map(({ action }) => action)).toEqual([
      "ping_key.delete",
      "ping_key.rotate",
      "ping_key.create",
    ]);
    const stored = await lab.running.database.rows(sql`select row_to_json(a)::text from audit_entry a`);
    for (const secret of [key, replaced]) expect(JSON.stringify(stored)).not.toContain(secret.slice(9));
    const admin = await makeMember(lab.running.database, { orgId: lab.org.orgId, role: "admin" });
    const owner = await makeMember(lab.running.database, { orgId: lab.org.orgId, role: "owner" });
    const url = "/api/v1/ping-key";
    const statuses = [admin, owner].map((who) => lab.running.callAs(who, { method: "POST", url }));
    expect((await Promise.all(statuses)).map(({ statusCode }) => statusCode)).toEqual([403, 201]);
  });

  test("pings by slug, until it is replaced", async () => {
    const { id } = await make({ slug: "backup" });
    const key = await renew();
    expect((await ping(`${key}/backup`)).body).toBe("OK");
    expect((await ping(`${key}/backup/3`)).body).toBe("OK");
    expect((await pingsOf(id)).map(({ kind }) => kind)).toEqual(["fail", "success"]);
    const next = await renew();
    expect((await ping(`${key}/backup`)).statusCode).toBe(404);
    expect((await ping(`${next}/backup`)).statusCode).toBe(200);
  });

  test.each(["other", "Backup", "a".repeat(101), "backup/what", "backup/start/now", "%2e%2e/backup"])(
    "with the path %s is not found",
    async (path) => {
      await make({ slug: "backup" });
      expect((await ping(`${await renew()}/${path}`)).statusCode).toBe(404);
    },
  );

  test("of one organization does not reach the heartbeats of another", async () => {
    const { id } = await make({ slug: "backup" });
    const first = lab.org;
    lab.org = await makeOrg(lab.running.database);
    const key = await renew();
    expect((await ping(`${key}/backup`)).statusCode).toBe(404);
    lab.org = first;
    expect(await pingsOf(id)).toEqual([]);
  });

  test("creates a heartbeat with the defaults on request, once for many pings", async () => {
    const key = await renew();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ping(`${key}/new-job?create=1`)));
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(["Created"]));
    expect((await ping(`${key}/new-job?create=1`)).body).toBe("OK");
    const [found, ...others] = await api("GET", "/heartbeats?slug=new-job");
    expect([found, others]).toMatchObject([
      { name: "new-job", schedule: { type: "period", seconds: 86_400 }, grace_seconds: 3_600 },
      [],
    ]);
    expect(await pingsOf(found.id)).toHaveLength(6);
    expect((await ping(`${key}/third?create=0`)).statusCode).toBe(404);
  });

  test("with a slug of two heartbeats is ambiguous", async () => {
    const [one, other] = [await make({ slug: "twin" }), await make({ slug: "other" })];
    await lab.running.database.run(sql`update heartbeat set slug = 'twin' where id = ${other.id}`);
    const response = await ping(`${await renew()}/twin`);
    expect([response.statusCode, response.body]).toEqual([409, "ambiguous slug"]);
    expect([await pingsOf(one.id), await pingsOf(other.id)]).toEqual([[], []]);
  });
});
