import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
});
afterAll(() => running.stop());

describe("a key", () => {
  test("remembers its last use, at most once a minute", async () => {
    const org = await makeOrg(running.database);
    const use = () => running.call(org.keys.read, { method: "GET", url: "/api/v1/monitors" });
    const lastUse = () =>
      running.database.find<{ last_used_at: Date | null }>(
        sql`select last_used_at from api_key where org_id = ${org.orgId} and scope = 'read'`,
      );
    expect((await lastUse())?.last_used_at).toBeNull();
    await use();
    const first = (await lastUse())?.last_used_at;
    await use();
    expect((await lastUse())?.last_used_at).toEqual(first);
    await running.database.run(sql`
      update api_key set last_used_at = now() - interval '61 seconds' where org_id = ${org.orgId}`);
    // The time of use is cached briefly; the next lookup stores it.
    const again = async () => {
      await use();
      return (await lastUse())?.last_used_at?.getTime();
    };
    await expect.poll(again, { timeout: 30_000 }).toBeGreaterThanOrEqual(first?.getTime() ?? Number.NaN);
  });
});
