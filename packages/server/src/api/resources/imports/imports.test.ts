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

const IMPORTING = join(import.meta.dirname, "../../importing");
const CHECKS = readFileSync(join(IMPORTING, "healthchecks/fixtures/api-v3-checks.json"));
const CHANNELS = readFileSync(join(IMPORTING, "healthchecks/fixtures/api-v3-channels.json"));

type Upload = { files: Record<string, string | Uint8Array>; fields?: Record<string, string>; key?: string };

async function send(kind: string, { files, fields = {}, key = org.keys.admin }: Upload) {
  const form = new FormData();
  for (const [name, content] of Object.entries(files))
    form.append("file", new Blob([new Uint8Array(Buffer.from(content))]), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Response(form);
  const response = await running.call(key, {
    method: "POST",
    url: `/api/v1/import/${kind}`,
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}

const errorOf = async (kind: string, upload: Upload) => {
  const { status, body } = await send(kind, upload);
  return { status, message: body.error?.message };
};

describe("a dry run", () => {
  test("returns the lists and the document of several files, and makes nothing", async () => {
    const { status, body } = await send("healthchecks", {
      files: { "checks.json": CHECKS, "channels.json": gzipSync(CHANNELS) },
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ project: "import:healthchecks", dry_run: true, changes: null });
    expect(Object.keys(body.data.document.heartbeats)).toHaveLength(12);
    expect(body.data.made.length + body.data.made_with_differences.length).toBe(12);
    expect(body.data.not_made.map(({ kind }: { kind: string }) => kind)).toEqual(["channel", "channel"]);
    expect(JSON.stringify(body)).not.toContain("00000000-0000-4000-8000-00000000000");
    const listed = await running.call(org.keys.admin, { method: "GET", url: "/api/v1/heartbeats" });
    expect(listed.json().data).toEqual([]);
  });

  test("with enabled: false has paused targets only", async () => {
    const { body } = await send("list", {
      files: { "list.txt": "a.example\nping:b.example" },
      fields: { enabled: "false" },
    });
    const monitors: { enabled: boolean }[] = Object.values(body.data.document.monitors);
    expect(monitors.map(({ enabled }) => enabled)).toEqual([false, false]);
  });
});

describe("a request is refused with what to do", () => {
  test.each([
    ["an unknown tool", "nagios", { files: { a: "x" } }, 400, /kind/],
    ["no file", "list", { files: {} }, 400, /file is required/],
    ["a file that is no JSON", "healthchecks", { files: { a: "hello" } }, 400, /file must hold an object/],
    ["an unknown field", "list", { files: { a: "x" }, fields: { dryrun: "false" } }, 400, /dryrun/],
    [
      "variables that are no JSON",
      "list",
      { files: { a: "x" }, fields: { env: "A=1" } },
      400,
      /env must be a JSON/,
    ],
    [
      "too many files",
      "list",
      { files: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}`, "x"])) },
      400,
      /too many/,
    ],
    [
      "files that are too large together",
      "list",
      { files: { a: gzipSync(Buffer.alloc(30_000_000)), b: gzipSync(Buffer.alloc(30_000_000)) } },
      413,
      /at most .* MiB/,
    ],
  ])("%s", async (_case, kind, upload: Upload, status, message) => {
    expect(await errorOf(kind, upload)).toEqual({ status, message: expect.stringMatching(message) });
  });

  test("a key that only reads", async () => {
    expect((await send("list", { files: { a: "a.example" }, key: org.keys.read })).status).toBe(403);
  });
});
