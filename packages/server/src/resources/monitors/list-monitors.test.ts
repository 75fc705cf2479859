import type { Monitor } from "@vedette/contract/monitors.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";
import { makeMonitor } from "../../../test/builders.ts";
import { sql } from "../../storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

async function list(query: string, as: TestOrg = org) {
  const answer = await running.call(as.keys.read, { method: "GET", url: `/api/v1/monitors?${query}` });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json() as { data: Monitor[]; meta: { next_cursor: string | null; has_more: boolean } };
}

async function make(
  wishes: { name: string; type?: string; tags?: string[]; host?: string; url?: string; enabled?: boolean },
  as = org,
) {
  const target = wishes.type === "tcp" ? { host: "h", port: 1 } : { type: "url", url: "http://127.0.0.1/" };
  const payload = { ...target, ...wishes };
  const answer = await running.call(as.keys.admin, { method: "POST", url: "/api/v1/monitors", payload });
  expect(answer.statusCode).toBe(201);
  return answer.json().data.id as string;
}

describe("paging", () => {
  test.each(["created_at", "-created_at", "name", "-name"])(
    "by %s shows every monitor once, in order, also among equals and while others are created",
    async (sort) => {
      const own = await makeOrg(running.database);
      const createdAt = new Date("2026-01-01T00:00:00.000Z");
      // Half of them share their instant, all of them their name but five.
      const ids: string[] = [];
      for (let count = 0; count < 23; count++) {
        const at = count % 2 === 0 ? createdAt : new Date(createdAt.getTime() + count);
        ids.push((await makeMonitor(running.database, { orgId: own.orgId, createdAt: at })).id);
      }
      for (const [index, id] of ids.slice(0, 5).entries()) {
        await running.database.run(
          sql`update monitor set name = ${["Ä", "a", "B", "_", "zz"][index]} where id = ${id}`,
        );
      }
      const whole = (await list(`sort=${sort}&limit=200`, own)).data.map((monitor) => monitor.id);
      expect([...whole].sort()).toEqual([...ids].sort());
      const seen: string[] = [];
      let cursor = "";
      do {
        const page = await list(`sort=${sort}&limit=4${cursor}`, own);
        seen.push(...page.data.map((monitor) => monitor.id));
        expect(page.meta.has_more).toBe(page.meta.next_cursor !== null);
        cursor = page.meta.next_cursor ? `&cursor=${page.meta.next_cursor}` : "";
        await makeMonitor(running.database, { orgId: own.orgId });
      } while (cursor !== "" && seen.length < 60);
      expect(seen.filter((id) => ids.includes(id))).toEqual(whole);
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  test("ends exactly: a full last page has no next", async () => {
    const own = await makeOrg(running.database);
    for (const name of ["a", "b"]) await make({ name }, own);
    expect((await list("limit=2", own)).meta).toEqual({ next_cursor: null, has_more: false });
  });

  test("with a cursor of another sort, or one that was tampered with, is refused", async () => {
    const own = await makeOrg(running.database);
    for (const name of ["a", "b"]) await make({ name }, own);
    const cursor = (await list("limit=1&sort=name", own)).meta.next_cursor ?? "";
    const [sort, value, id] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const forged = [
      ["-name", value, id],
      ["created_at", "now() - 1", id],
      [sort, "a\u0000", id],
      [sort, value, "1 or 1=1"],
      [sort, value],
    ].map((place) => [String(place[0]), Buffer.from(JSON.stringify(place)).toString("base64url")]);
    for (const [of, text] of [...forged.slice(1), ["name", forged[0]?.[1]], ["-created_at", cursor]]) {
      const url = `/api/v1/monitors?sort=${of}&cursor=${text}`;
      const answer = await running.call(own.keys.read, { method: "GET", url });
      expect([url, answer.statusCode]).toEqual([url, 400]);
    }
  });
});

describe("filters", () => {
  let shop = "";
  let database = "";
  let percent = "";
  beforeAll(async () => {
    shop = await make({ name: "Shop front", tags: ["prod", "web"], url: "https://shop.example.com/" });
    database = await make({ name: "Database", type: "tcp", host: "db.internal", tags: ["prod"] });
    percent = await make({ name: "100%_sure\\", enabled: false });
  });

  const ids = async (query: string) =>
    (await list(`sort=created_at&${query}`)).data.map((monitor) => monitor.id);

  test("narrow by type, status and tag, alone and together", async () => {
    expect(await ids("type=tcp")).toEqual([database]);
    expect(await ids("status=paused")).toEqual([percent]);
    expect(await ids("tag=prod")).toEqual([shop, database]);
    expect(await ids("tag=prod&type=url")).toEqual([shop]);
    expect(await ids("tag=pro")).toEqual([]);
  });

  test("q finds text in name, URL and host, whatever its case, and takes % _ \\ as they are", async () => {
    expect(await ids("q=SHOP")).toEqual([shop]);
    expect(await ids("q=example.com")).toEqual([shop]);
    expect(await ids("q=internal")).toEqual([database]);
    expect(await ids("q=%25")).toEqual([percent]);
    expect(await ids("q=_")).toEqual([percent]);
    expect(await ids("q=%5C")).toEqual([percent]);
    expect(await ids("q=' or 1=1 --")).toEqual([]);
  });

  test("the own organization may be named", async () => {
    expect(await ids(`org_id=${org.orgId}`)).toHaveLength(3);
  });
});
