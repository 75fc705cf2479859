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

const importDocument = (payload: object) =>
  running.call(org.keys.admin, { method: "POST", url: IMPORT, payload });
const get = (url: string) => running.call(org.keys.admin, { method: "GET", url });

async function importFile(file: Buffer | string, fields: Record<string, string> = {}) {
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
  test("two operations with the same name creates two steps", async () => {
    const list = { get: { summary: "List" } };
    const response = await importDocument({ content: openapi({ "/a": list, "/b": list }), dry_run: false });
    expect(response.statusCode).toBe(201);
    const { data } = (await get(`/api/v1/api-monitors/${response.json().data.created[0]}`)).json();
    expect(data).toMatchObject({ enabled: true, steps: [{ name: "List" }, { name: "List (2)" }] });
  });

  test("operations that delete data creates disabled monitors unless enabled is set", async () => {
    const content = openapi({ "/users/{id}": { delete: {} } });
    const preview = await importDocument({ content });
    expect(preview.json().data).toMatchObject({ writes: [0], api_monitors: [{ enabled: false }] });
    for (const enabled of [undefined, true]) {
      const { created } = (await importDocument({ content, dry_run: false, enabled })).json().data;
      expect((await get(`/api/v1/api-monitors/${created[0]}`)).json().data.enabled).toBe(enabled === true);
    }
  });

  test("is limited to one at a time per organization, and its progress is reported", async () => {
    const content = openapi({ "/a": { get: {} } });
    const answers = await Promise.all([importDocument({ content }), importDocument({ content })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429]);
    const rejected = answers.find(({ statusCode }) => statusCode === 429);
    expect(rejected?.headers["retry-after"]).toBe("5");
    expect(rejected?.json().error.message).toContain("Another import of your organization");
    expect((await get(IMPORT)).json().data).toEqual({ phase: "idle", bytes_received: 0 });
    expect((await importDocument({ content })).statusCode).toBe(200);
  });

  test("does not block other requests", async () => {
    const keys = Array.from({ length: 25_000 }, (_, key) => ` k${key}: [1, {a: b}]\n`).join("");
    const phases = new Set<string>();
    const importOnce = async () => {
      let isDone = false;
      const response = importDocument({ content: `openapi: 3.0.0\nx:\n${keys}` }).finally(() => {
        isDone = true;
      });
      while (!isDone) phases.add((await get(IMPORT)).json().data.phase);
      expect((await response).json().error.message).toContain("content is an OpenAPI document without paths");
      return [...phases];
    };
    // If the API thread read the document, no request would be served in this phase. One that is slow may miss it.
    await expect.poll(importOnce).toContain("reading");
  });

  test("is rejected with the field name and never with 500, for any document", async () => {
    for (const content of [
      "{",
      "[]",
      '{"openapi": "3.0.0"}',
      openapi({ "/a": { get: { summary: "\u0000" } } }),
    ]) {
      expect((await importDocument({ content, dry_run: false })).statusCode).toBeLessThan(500);
    }
  });

  test("returns the first response again for the same Idempotency-Key", async () => {
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
  const VEDETTE_OPENAPI = readFileSync(
    join(import.meta.dirname, "../../../../../../docs/reference/openapi.json"),
  );

  test("is imported with a selection of operations", async () => {
    const preview = await importFile(VEDETTE_OPENAPI);
    expect(preview.statusCode).toBe(200);
    const { operations, operations_total } = preview.json().data;
    expect(operations_total).toBe(operations.length);
    expect(operations_total).toBeGreaterThan(100);
    const select = JSON.stringify({ tags: ["Monitors"], methods: ["GET"] });
    const imported = await importFile(gzipSync(VEDETTE_OPENAPI), { select, dry_run: "false", name: "Ours" });
    expect(imported.statusCode).toBe(201);
    const { created, api_monitors, writes } = imported.json().data;
    expect([created.length, api_monitors[0].name, writes]).toEqual([1, "Ours", []]);
    expect(api_monitors[0].steps.every(({ method }: { method: string }) => method === "GET")).toBe(true);
  });

  test("of many mebibytes is imported, and one above the limit is 413, also if it is compressed", async () => {
    const description = "x".repeat(20_000_000);
    const large = JSON.stringify({
      ...JSON.parse(openapi({ "/a": { get: {} } })),
      info: { title: "T", description },
    });
    expect((await importFile(large)).json().data).toMatchObject({ operations_total: 1 });
    const bomb = gzipSync(Buffer.alloc(60_000_000, " "));
    expect((await importFile(bomb)).statusCode).toBe(413);
    expect((await importFile(large)).statusCode).toBe(200);
  });

  test("in UTF-16 is read", async () => {
    const text = `\uFEFF${openapi({ "/ä": { get: {} } })}`;
    expect((await importFile(Buffer.from(text, "utf16le"))).json().data.operations[0].path).toBe("/ä");
  });

  test.each([
    [{ select: "{" }, "select"],
    [{ select: '{"tag": ["a"]}' }, "select"],
    [{ dry_run: "yes" }, "dry_run"],
    [{ format: "soap" }, "format"],
  ])("with the fields %j is rejected and the error names %s", async (fields, path) => {
    const response = await importFile(openapi({ "/a": { get: {} } }), fields);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details[0].path).toContain(path);
  });

  test.each([
    ["invalid gzip", Buffer.from([0x1f, 0x8b, 1, 2, 3]), "no valid gzip"],
    ["empty", "", "content"],
  ])("that is %s is rejected", async (_name, file, message) => {
    const response = await importFile(file);
    expect([response.statusCode, response.json().error.message]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });
});
