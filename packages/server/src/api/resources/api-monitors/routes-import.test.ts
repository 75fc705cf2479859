import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const IMPORT = "/api/v1/api-monitors/import";

const importing = (payload: object) => running.call(org.keys.admin, { method: "POST", url: IMPORT, payload });
const get = (url: string) => running.call(org.keys.admin, { method: "GET", url });

async function sending(file: Buffer | string, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(Buffer.from(file))]), "document");
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Response(form);
  return running.call(org.keys.admin, {
    method: "POST",
    url: `${IMPORT}/file`,
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

function openapi(paths: object): string {
  return JSON.stringify({ openapi: "3.0.0", servers: [{ url: "http://127.0.0.1" }], paths });
}

describe("importing", () => {
  test("two operations of one name makes two steps", async () => {
    const list = { get: { summary: "List" } };
    const answer = await importing({ content: openapi({ "/a": list, "/b": list }), dry_run: false });
    expect(answer.statusCode).toBe(201);
    const { data } = (await get(`/api/v1/api-monitors/${answer.json().data.created[0]}`)).json();
    expect(data).toMatchObject({ enabled: true, steps: [{ name: "List" }, { name: "List (2)" }] });
  });

  test("what deletes starts nothing, unless that is asked for", async () => {
    const content = openapi({ "/users/{id}": { delete: {} } });
    const dry = await importing({ content });
    expect(dry.json().data).toMatchObject({ writes: [0], api_monitors: [{ enabled: false }] });
    for (const enabled of [undefined, true]) {
      const { created } = (await importing({ content, dry_run: false, enabled })).json().data;
      expect((await get(`/api/v1/api-monitors/${created[0]}`)).json().data.enabled).toBe(enabled === true);
    }
  });

  test("goes on one at a time of an organization, and its progress is told", async () => {
    const content = openapi({ "/a": { get: {} } });
    const answers = await Promise.all([importing({ content }), importing({ content })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429]);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers["retry-after"]).toBe("5");
    expect(refused?.json().error.message).toContain("Another import of your organization");
    expect((await get(IMPORT)).json().data).toEqual({ phase: "idle", bytes_received: 0 });
    expect((await importing({ content })).statusCode).toBe(200);
  });

  test("lets other requests be answered meanwhile", async () => {
    const keys = Array.from({ length: 25_000 }, (_, key) => ` k${key}: [1, {a: b}]\n`).join("");
    let hasEnded = false;
    const answer = importing({ content: `openapi: 3.0.0\nx:\n${keys}` }).finally(() => {
      hasEnded = true;
    });
    let answered = 0;
    const phases = new Set<string>();
    while (!hasEnded) {
      phases.add((await get(IMPORT)).json().data.phase);
      answered += 1;
    }
    expect((await answer).json().error.message).toContain("content is an OpenAPI document without paths");
    // Were it read on the thread of the API, only the one that was asked first would be.
    expect(answered).toBeGreaterThan(2);
    expect([...phases]).toContain("reading");
  });

  test("is refused naming the field, never by 500, whatever is in the document", async () => {
    for (const content of [
      "{",
      "[]",
      '{"openapi": "3.0.0"}',
      openapi({ "/a": { get: { summary: "\u0000" } } }),
    ]) {
      expect((await importing({ content, dry_run: false })).statusCode).toBeLessThan(500);
    }
  });

  test("gives the first answer again for the same Idempotency-Key", async () => {
    const request = {
      method: "POST" as const,
      url: IMPORT,
      headers: { "idempotency-key": "k1" },
      payload: { content: "curl http://127.0.0.1/", dry_run: false },
    };
    const first = await running.call(org.keys.admin, request);
    const second = await running.call(org.keys.admin, request);
    expect([first.statusCode, second.json()]).toEqual([201, first.json()]);
    expect((await get("/api/v1/api-monitors")).json().data).toHaveLength(1);
  });
});

describe("a file", () => {
  const OWN = readFileSync(join(import.meta.dirname, "../../../../../../docs/reference/openapi.json"));

  test("such as our own openapi.json is imported by choice", async () => {
    const dry = await sending(OWN);
    expect(dry.statusCode).toBe(200);
    const { operations, operations_total } = dry.json().data;
    expect(operations_total).toBe(operations.length);
    expect(operations_total).toBeGreaterThan(100);
    const select = JSON.stringify({ tags: ["Monitors"], methods: ["GET"] });
    const wet = await sending(gzipSync(OWN), { select, dry_run: "false", name: "Ours" });
    expect(wet.statusCode).toBe(201);
    const { created, api_monitors, writes } = wet.json().data;
    expect([created.length, api_monitors[0].name, writes]).toEqual([1, "Ours", []]);
    expect(api_monitors[0].steps.every(({ method }: { method: string }) => method === "GET")).toBe(true);
  });

  test("of many mebibytes is imported, and one beyond the limit is 413, also when it is packed", async () => {
    const description = "x".repeat(20_000_000);
    const large = JSON.stringify({
      ...JSON.parse(openapi({ "/a": { get: {} } })),
      info: { title: "T", description },
    });
    expect((await sending(large)).json().data).toMatchObject({ operations_total: 1 });
    const bomb = gzipSync(Buffer.alloc(60_000_000, " "));
    expect((await sending(bomb)).statusCode).toBe(413);
    expect((await sending(large)).statusCode).toBe(200);
  });

  test("in UTF-16 is read", async () => {
    const text = `\uFEFF${openapi({ "/ä": { get: {} } })}`;
    expect((await sending(Buffer.from(text, "utf16le"))).json().data.operations[0].path).toBe("/ä");
  });

  test.each([
    [{ select: "{" }, "select"],
    [{ select: '{"tag": ["a"]}' }, "select"],
    [{ dry_run: "yes" }, "dry_run"],
    [{ format: "soap" }, "format"],
  ])("with the fields %j is refused naming %s", async (fields, path) => {
    const answer = await sending(openapi({ "/a": { get: {} } }), fields);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details[0].path).toContain(path);
  });

  test.each([
    ["no gzip", Buffer.from([0x1f, 0x8b, 1, 2, 3]), "no valid gzip"],
    ["empty", "", "content"],
  ])("that is %s is refused", async (_name, file, message) => {
    const answer = await sending(file);
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
