import { randomUUID } from "node:crypto";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { createApiKey } from "../../resources/api-keys/service.ts";

/** The metrics that keys with a selector get are kept for some seconds, but a target is gone as soon as it is not selected. */

let running: TestApp;
/** A clock that a test moves, so that an answer never gets too old. */
let monotonicMs = 0;
const clock = { ...systemClock, monotonic: () => monotonicMs };
beforeAll(async () => {
  running = await startTestApp({ clock });
});
afterAll(() => running.stop());

async function start(selector: Selector = { tags: { any: ["a"] } }) {
  const { orgId, keys } = await makeOrg(running.database);
  const makeKey = () =>
    createApiKey(running.database, {
      ...{ orgId, name: randomUUID(), scope: "read", createdBy: "test", nowMs: Date.now(), selector },
    });
  const { id, key } = await makeKey();
  const call = (method: "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
    running.call(keys.admin, { method, url: `/api/v1/${path}`, ...(payload && { payload }) });
  const scrape = async (by = key, query = "") => {
    const response = await running.call(by, { method: "GET", url: `/api/v1/metrics${query}` });
    const names = [...response.body.matchAll(/^vedette_target_status\{[^}]*\bname="([^"]*)"/gm)].map(
      (found) => found[1],
    );
    return { status: response.statusCode, names: [...new Set(names)].sort(), body: response.body };
  };
  /** The names of the targets that have a tag. */
  const namesWith = async (tag: string) => {
    const rows = await running.database.rows<{ name: string }>(sql`
      select name from target where org_id = ${orgId} and ${tag} = any(tags)`);
    return rows.map(({ name }) => name);
  };
  async function create(name: string, tags: string[]): Promise<string> {
    const monitor = { name, type: "url", url: "http://127.0.0.1/", enabled: false, tags };
    const made = await call("POST", "monitors", monitor);
    expect([made.statusCode, made.body]).toEqual([201, expect.anything()]);
    return made.json().data.id;
  }
  return { keys, keyId: id, key, makeKey, call, scrape, create, namesWith };
}

test("are shared by keys of the same selector, and by no other key", async () => {
  const { keys, key, makeKey, scrape, create, call } = await start();
  await create("first", ["a"]);
  expect((await scrape(key)).names).toEqual(["first"]);
  // The answer is used again: otherwise it would contain the second target.
  await create("second", ["a"]);
  expect((await scrape(key)).names).toEqual(["first"]);
  expect((await scrape((await makeKey()).key)).names).toEqual(["first"]);
  expect((await scrape(keys.admin)).names).toEqual(["first", "second"]);
  const other = { name: "other", scope: "read", selector: { tags: { any: ["b"] } } };
  const made = await call("POST", "api-keys", other);
  expect((await scrape(made.json().data.key)).names).toEqual([]);
});

test("are refused as soon as the key is revoked", async () => {
  const { keyId, key, scrape, create, call } = await start();
  await create("first", ["a"]);
  expect((await scrape(key)).status).toBe(200);
  expect((await call("DELETE", `api-keys/${keyId}`)).statusCode).toBe(200);
  // The request has waited for longer than keys are cached, and an answer is kept for longer.
  monotonicMs += 1_000;
  expect(await scrape(key)).toMatchObject({ status: 401, names: [] });
});

const NAMES = ["m0", "m1", "m2"] as const;
const step = fc.record({
  name: fc.constantFrom(...NAMES),
  does: fc.constantFrom("tag", "untag", "delete", "restore"),
  /** Answers in another format share the figures, not the answer. */
  query: fc.constantFrom("", "?compat=kuma", "?histograms=false"),
});

test("never contain a target that is not selected at the moment, also if it was before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const { key, scrape, create, call, namesWith } = await start();
      const ids = new Map<string, string>();
      for (const name of NAMES) ids.set(name, await create(name, ["a"]));
      await scrape(key);
      for (const { name, does, query } of steps) {
        const id = ids.get(name) ?? "";
        if (does === "delete") await call("DELETE", `monitors/${id}`);
        else if (does === "restore") await call("POST", `trash/${id}/restore`);
        else await call("PUT", `monitors/${id}`, { tags: does === "tag" ? ["a"] : ["b"] });
        const [{ status, body }, selected] = [await scrape(key, query), await namesWith("a")];
        expect(status).toBe(200);
        expect(NAMES.filter((each) => body.includes(`"${each}"`) && !selected.includes(each))).toEqual([]);
      }
    }),
    { numRuns: 15 },
  );
});
