import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import type { Variable } from "@vedette/contract/variables/variables.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp({ manualCheckGraceMs: 50 });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const CANARY = "c4nary-Secret-0f-the-test";

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  running.call(org.keys.admin, {
    method,
    url: `/api/v1${path}`,
    ...(payload && { payload }),
  });

async function make(payload: object): Promise<Variable> {
  const response = await send("POST", "/variables", payload);
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data;
}

async function makeMonitor(payload: object): Promise<string> {
  const response = await send("POST", "/monitors", { name: "Shop", type: "url", ...payload });
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data.id;
}

function expectRefused(response: Awaited<ReturnType<typeof send>>, path: string, words: RegExp): void {
  expect([response.statusCode, response.body]).toEqual([400, expect.anything()]);
  const { code, details } = response.json().error;
  expect(code).toBe("BAD_REQUEST");
  expect(details).toContainEqual({ path, message: expect.stringMatching(words) });
}

describe("a variable", () => {
  test("is plain text by default, and is listed as created", async () => {
    const made = await make({ name: "BASE", value: "https://example.com" });
    expect(made).toMatchObject({
      type: "string",
      value: "https://example.com",
      has_value: true,
      org_id: org.orgId,
    });
    const { data, meta } = (await send("GET", "/variables")).json();
    expect(data).toEqual([made]);
    expect(meta).toEqual({ next_cursor: null, has_more: false });
  });

  test.each(["1A", "", "a-b", "a b", "ä", "a".repeat(65), "{{A}}", "A\n"])(
    "rejects the name %j",
    async (name) => {
      expectRefused(await send("POST", "/variables", { name, value: "x" }), "name", /must be A-Z/);
    },
  );

  test.each(["__proto__", "constructor", "_", "a".repeat(64)])("accepts the name %s", async (name) => {
    expect((await make({ name, value: "x" })).name).toBe(name);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("holds at most 64 KiB, counted in bytes", async () => {
    await make({ name: "FULL", value: "é".repeat(32_768) });
    const large = await send("POST", "/variables", { name: "LARGE", value: `${"é".repeat(32_768)}x` });
    expectRefused(large, "value", /at most 65536 bytes/);
  });

  test("has a unique name, also in a race", async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send("POST", "/variables", { name: "ONE", value: `${index}` }),
      ),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const refused = responses.filter(({ statusCode }) => statusCode === 400);
    expect(refused).toHaveLength(11);
    expect(refused[0]?.json().error.message).toContain("A variable named 'ONE' already exists");
    const other = await make({ name: "TWO", value: "" });
    expectRefused(await send("PUT", `/variables/${other.id}`, { name: "ONE" }), "name", /is taken/);
  });

  test("is not accessible from another organization", async () => {
    const made = await make({ name: "MINE", value: "x" });
    const other = await makeOrg(running.database);
    for (const [method, payload] of [
      ["PUT", { value: "y" }],
      ["DELETE", undefined],
    ] as const) {
      const url = `/api/v1/variables/${made.id}`;
      const response = await running.call(other.keys.admin, { method, url, ...(payload && { payload }) });
      expect(response.statusCode).toBe(404);
    }
    const foreign = await send("POST", "/variables", { name: "X", value: "", org_id: other.orgId });
    expect(foreign.statusCode).toBe(403);
    expect((await send("PUT", `/variables/${made.id}`, { org_id: other.orgId })).statusCode).toBe(403);
    const own = await running.call(other.keys.admin, { method: "GET", url: "/api/v1/variables" });
    expect(own.json().data).toEqual([]);
    expect((await send("PUT", `/variables/${made.id}`, { ...made, value: "z" })).json().data.value).toBe("z");
  });

  test("is returned once across pages in every order", async () => {
    for (const name of ["C", "A", "B"]) await make({ name, value: name });
    for (const [sort, expected] of [
      ["name", "ABC"],
      ["-name", "CBA"],
      ["created_at", "CAB"],
      ["-created_at", "BAC"],
    ]) {
      let names = "";
      let cursor = "";
      do {
        const { data, meta } = (await send("GET", `/variables?limit=2&sort=${sort}${cursor}`)).json();
        names += data.map((each: Variable) => each.name).join("");
        cursor = meta.has_more ? `&cursor=${meta.next_cursor}` : "";
      } while (cursor !== "");
      expect(names).toBe(expected);
    }
  });
});

describe("a secret", () => {
  test("is never returned, and is kept when its null is sent back", async () => {
    const made = await make({ name: "TOKEN", value: CANARY, type: "secret" });
    expect(made).toMatchObject({ type: "secret", value: null, has_value: true });
    const before = await stored(made.id);
    const again = await send("PUT", `/variables/${made.id}`, { ...made });
    expect(again.json().data).toEqual(made);
    expect(await stored(made.id)).toEqual(before);
    await send("PUT", `/variables/${made.id}`, { value: `${CANARY}2` });
    expect((await stored(made.id)).version).toBe(2);
    for (const path of ["/variables", "/audit-log"]) {
      expect((await send("GET", path)).body).not.toContain(CANARY);
    }
  });

  test("can be neither empty nor changed to plain", async () => {
    expectRefused(
      await send("POST", "/variables", { name: "E", value: "", type: "secret" }),
      "value",
      /not be empty/,
    );
    const made = await make({ name: "TOKEN", value: CANARY, type: "secret" });
    for (const payload of [{ type: "string" }, { type: "string", value: "x" }]) {
      expectRefused(
        await send("PUT", `/variables/${made.id}`, payload),
        "type",
        /cannot change from 'secret'/,
      );
    }
  });

  test("can replace a plain value, which is then erased everywhere", async () => {
    const payload = { name: "TOKEN", value: CANARY };
    const response = await running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/variables",
      headers: { "idempotency-key": "k" },
      payload,
    });
    const { id } = response.json().data;
    expectRefused(await send("PUT", `/variables/${id}`, { value: null }), "value", /must be a string/);
    const changed = await send("PUT", `/variables/${id}`, { type: "secret" });
    expect(changed.json().data).toMatchObject({ type: "secret", value: null, has_value: true });
    const rows = await running.database.rows<{ text: string }>(
      sql`select response::text as text from idempotency_key where response is not null`,
    );
    expect(JSON.stringify(rows)).not.toContain(CANARY);
    expect((await send("GET", "/audit-log")).body).not.toContain(CANARY);
    await makeMonitor({ url: "https://example.com", headers: { "X-Token": "{{TOKEN}}" } });
  });

  test("requires an admin; a member writes plain variables and a viewer reads", async () => {
    const secret = await make({ name: "TOKEN", value: CANARY, type: "secret" });
    const plain = await make({ name: "PLAIN", value: "x" });
    const as = async (role: "viewer" | "member" | "admin") => {
      const person = await makeMember(running.database, { orgId: org.orgId, role });
      const ask = async (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
        (await running.callAs(person, { method, url: `/api/v1${path}`, ...(payload && { payload }) }))
          .statusCode;
      return [
        await ask("GET", "/variables"),
        await ask("PUT", `/variables/${plain.id}`, { value: role }),
        await ask("POST", "/variables", { name: `P_${role}`, value: "" }),
        await ask("POST", "/variables", { name: `S_${role}`, value: "abc", type: "secret" }),
        await ask("PUT", `/variables/${secret.id}`, { value: "abc" }),
        await ask("PUT", `/variables/${plain.id}`, { type: "secret" }),
        await ask("DELETE", `/variables/${secret.id}`),
      ];
    };
    expect(await as("viewer")).toEqual([200, 403, 403, 403, 403, 403, 403]);
    expect(await as("member")).toEqual([200, 200, 201, 403, 403, 403, 403]);
    expect(await as("admin")).toEqual([200, 200, 201, 201, 200, 200, 200]);
  });

  test("cannot be decrypted in another row or organization", async () => {
    const [one, two] = [
      await make({ name: "ONE", value: CANARY, type: "secret" }),
      await make({ name: "TWO", value: "another", type: "secret" }),
    ];
    const other = await makeOrg(running.database);
    const foreign = await running.call(other.keys.admin, {
      method: "POST",
      url: "/api/v1/variables",
      payload: { name: "ONE", value: "theirs", type: "secret" },
    });
    for (const target of [two.id, foreign.json().data.id]) {
      await running.database.run(sql`
        update variable set encrypted_value = (select encrypted_value from variable where id = ${one.id}) where id = ${target}`);
    }
    for (const [key, name] of [
      [org.keys.admin, "TWO"],
      [other.keys.admin, "ONE"],
    ] as const) {
      const response = await running.call(key, {
        method: "POST",
        url: "/api/v1/monitors",
        payload: { name: "m", type: "url", url: `https://example.com/{{${name}}}` },
      });
      expect(response.statusCode).toBe(500);
      expect(response.body).not.toContain(CANARY);
    }
  });

  async function stored(id: string): Promise<{ encrypted_value: Buffer; version: number }> {
    const row = await running.database.find<{ encrypted_value: Buffer; version: number }>(
      sql`select encrypted_value, version from variable where id = ${id}`,
    );
    if (!row) throw new Error("the variable is not stored");
    expect(row.encrypted_value.includes(CANARY)).toBe(false);
    return row;
  }
});

describe("a monitor that uses variables", () => {
  test("is validated with their values", async () => {
    await make({ name: "BASE", value: "https://example.com" });
    await make({ name: "PATH", value: "a\nb" });
    await make({ name: "LOGIN", value: "me:secret" });
    await makeMonitor({ url: "{{BASE}}/x", headers: { A: "{{BASE}}" }, method: "POST", body: "{{PATH}}" });
    const create = (payload: object) => send("POST", "/monitors", { name: "m", type: "url", ...payload });
    expectRefused(await create({ url: "{{NONE}}/x" }), "url", /references the variable 'NONE'/);
    expectRefused(await create({ url: "{{BASE}}{{PATH}}" }), "url", /must be an absolute URL/);
    expectRefused(
      await create({ url: "http://{{LOGIN}}@example.com" }),
      "url",
      /must not contain user:password/,
    );
    expectRefused(await create({ url: "{{BASE}}", headers: { B: "{{PATH}}" } }), "headers.B", /line breaks/);
    expectRefused(await create({ url: "ftp://example.com/{{LOGIN}}" }), "url", /must start with http/);
    expectRefused(
      await create({ url: "{{BASE}}", method: "POST", body: "{{__proto__}}{{constructor}}" }),
      "body",
      /references the variable '__proto__'/,
    );
    await create({ url: "https://example.com/{{7*7}}/{{a.b}}" }).then(({ statusCode }) =>
      expect(statusCode).toBe(201),
    );
  });

  test("is checked with their values, and the runner gets the secrets to mask", async () => {
    await make({ name: "BASE", value: "http://127.0.0.1:9" });
    await make({ name: "TOKEN", value: CANARY, type: "secret" });
    const id = await makeMonitor({
      url: "{{BASE}}/{{ TOKEN }}",
      headers: { "X-Token": "a {{TOKEN}}", Plain: "{{BASE}}" },
      method: "POST",
      body: "{{{{BASE}}}} {{unclosed",
      timeout: 0.1,
      retries: 0,
    });
    const jobs: CheckJob[] = [];
    running.queue.announce("runner", "default");
    const end = running.queue.takeJobs("default", (taken) => jobs.push(...taken));
    const response = await send("POST", `/monitors/${id}/check`);
    end();
    expect(response.statusCode).toBe(503);
    expect(jobs.map(({ spec }) => spec)).toEqual([
      expect.objectContaining({
        url: `http://127.0.0.1:9/${CANARY}`,
        headers: { "X-Token": `a ${CANARY}`, Plain: "http://127.0.0.1:9" },
        body: "{{http://127.0.0.1:9}} {{unclosed",
        mask: [CANARY],
        secretHeaders: ["X-Token"],
      }),
    ]);
    expect((await send("GET", `/monitors/${id}`)).json().data.url).toBe("{{BASE}}/{{ TOKEN }}");
  });

  test("prevents deletion and renaming of its variables until it no longer uses them", async () => {
    const base = await make({ name: "BASE", value: "https://example.com" });
    const id = await makeMonitor({ url: "{{BASE}}/x" });
    const refused = await send("DELETE", `/variables/${base.id}`);
    expectRefused(refused, "id", /the monitor 'Shop' uses it/);
    expectRefused(
      await send("PUT", `/variables/${base.id}`, { name: "ROOT" }),
      "name",
      /the monitor 'Shop' uses it/,
    );
    await send("PUT", `/monitors/${id}`, { url: "https://example.com" });
    expect((await send("DELETE", `/variables/${base.id}`)).statusCode).toBe(200);
  });

  test("can be deleted before its variable, and an organization with both", async () => {
    const base = await make({ name: "BASE", value: "https://example.com" });
    const id = await makeMonitor({ url: "{{BASE}}/x" });
    await send("DELETE", `/monitors/${id}`);
    expect((await send("DELETE", `/variables/${base.id}`)).statusCode).toBe(200);
    await make({ name: "BASE", value: "https://example.com" });
    await make({ name: "S", value: "abc", type: "secret" });
    await makeMonitor({ url: "{{BASE}}/{{S}}" });
    expect(await running.database.run(sql`delete from organization where id = ${org.orgId}`)).toBe(1);
  });

  test("is reloaded for a new value, and rejects one that makes it invalid", async () => {
    const base = await make({ name: "BASE", value: "https://example.com" });
    const id = await makeMonitor({ url: "{{BASE}}/x" });
    const notified: string[] = [];
    const end = await running.database.listen("target_changed", (payload) => notified.push(payload));
    const before = await revisionOf(id);
    expectRefused(
      await send("PUT", `/variables/${base.id}`, { value: "ftp://x" }),
      "value",
      /'Shop': url must start/,
    );
    expect(await revisionOf(id)).toBe(before);
    expect((await send("PUT", `/variables/${base.id}`, { value: "https://example.org" })).statusCode).toBe(
      200,
    );
    expect(await revisionOf(id)).toBe(before + 1);
    await expect.poll(() => notified.some((payload) => payload.endsWith(id))).toBe(true);
    await end();
  });

  test("and its variable can be changed concurrently without an internal error", async () => {
    const base = await make({ name: "BASE", value: "https://example.com" });
    const id = await makeMonitor({ url: "{{BASE}}/x" });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => [
        send("PUT", `/variables/${base.id}`, { value: `https://example.com/${index}` }),
        send("PUT", `/monitors/${id}`, { url: `{{BASE}}/${index}`, name: `Shop ${index}` }),
      ]).flat(),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
  });

  test("and the concurrent deletion of its variable end in one of the two", async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await make({ name: `V${round}`, value: "https://example.com" });
      const [made, gone] = await Promise.all([
        send("POST", "/monitors", { name: "m", type: "url", url: `{{V${round}}}/x` }),
        send("DELETE", `/variables/${id}`),
      ]);
      expect([201, 400]).toContain(made.statusCode);
      expect(gone.statusCode).toBe(made.statusCode === 201 ? 400 : 200);
    }
  });

  async function revisionOf(id: string): Promise<number> {
    const row = await running.database.find<{ revision: number }>(
      sql`select revision from target where id = ${id}`,
    );
    return row?.revision ?? 0;
  }
});
