import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const IMPORTING = join(import.meta.dirname, "../importing");
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

const list = async (noun: string, key = org.keys.admin) =>
  (await running.call(key, { method: "GET", url: `/api/v1/${noun}?limit=100` })).json().data;

describe("an import", () => {
  const make = (kind: string, content: string | Uint8Array, fields = {}) =>
    send(kind, { files: { file: content }, fields: { dry_run: "false", ...fields } });

  test("makes everything in the project of its tool, and a second one updates it", async () => {
    const first = await make("healthchecks", CHECKS);
    expect([first.status, first.body.data.changes]).toEqual([
      201,
      expect.objectContaining({ revision: 1, created: 12, updated: 0, unchanged: 0 }),
    ]);
    const stored: { id: string; name: string; ping_uuid: string }[] = await list("heartbeats");
    expect(stored.find(({ name }) => name === "Nightly backup")?.ping_uuid).toBe(
      "00000000-0000-4000-8000-000000000001",
    );
    const renamed = CHECKS.toString().replace('"Nightly backup"', '"Backup of the night"');
    const second = await make("healthchecks", renamed);
    expect(second.body.data.changes).toMatchObject({ revision: 2, created: 0, updated: 1, unchanged: 11 });
    const again: { id: string; name: string }[] = await list("heartbeats");
    expect(again.map(({ id }) => id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
    expect(again.map(({ name }) => name)).toContain("Backup of the night");
    const project = await running.call(org.keys.read, {
      method: "GET",
      url: "/api/v1/code/projects/import:healthchecks",
    });
    expect(project.json().data.resources).toHaveLength(12);
  });

  test("keeps what is no longer in the file", async () => {
    await make("list", "a.example\nb.example");
    const { body } = await make("list", "b.example\nc.example");
    expect(body.data.changes).toMatchObject({ created: 1, updated: 0 });
    expect(await list("monitors")).toHaveLength(3);
  });

  test("makes secrets that no response shows", async () => {
    const { body } = await make("list", "https://ada:s3cret-word@a.example/");
    expect(JSON.stringify(body)).not.toContain("s3cret-word");
    expect(await list("variables")).toMatchObject([{ type: "secret", value: null, has_value: true }]);
    const [monitor] = await list("monitors");
    expect(monitor.auth).toMatchObject({ type: "basic", username: "ada" });
  });

  test("leaves out what the organization cannot have, also in a dry run, and says why", async () => {
    const other = await makeOrg(running.database);
    await make("healthchecks", CHECKS);
    // The UUIDs of ping URLs belong to the first organization.
    const { status, body } = await send("healthchecks", { files: { file: CHECKS }, key: other.keys.admin });
    expect(status).toBe(200);
    expect(body.data.made).toEqual([]);
    expect(body.data.not_made).toHaveLength(12);
    expect(body.data.not_made[0].reasons.join()).toMatch(/ping_uuid/);
    expect(body.data.document.heartbeats).toEqual({});
  });

  test("gives heartbeats with a taken slug another one, the same at each import", async () => {
    const robots = "Type,Friendly Name,URL/IP,Interval\n";
    const csv = `${robots}Heartbeat,Backup,https://h.example/1,60\nHeartbeat,Backup,https://h.example/2,60\n`;
    const { status, body } = await make("uptimerobot", csv);
    expect([status, body.data.changes?.created]).toEqual([201, 2]);
    const slugs = (await list("heartbeats")).map(({ slug }: { slug: string }) => slug).toSorted();
    expect(slugs).toEqual(["backup", expect.stringMatching(/^backup-[0-9a-f]+$/)]);
    const reasons = body.data.made_with_differences.flatMap((entry: { reasons: string[] }) => entry.reasons);
    expect(reasons.join()).toContain(`The slug 'backup' is taken: it is '${slugs[1]}'.`);
    const again = await make("uptimerobot", csv);
    expect(again.body.data.changes).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  });

  test("gives a secret with a taken name another one, so that no target sends the value of the old one", async () => {
    const old = { name: "TOKEN", type: "secret", value: "of another target" };
    await running.call(org.keys.admin, { method: "POST", url: "/api/v1/variables", payload: old });
    const monitor = "{name: a, url: 'https://a.example', interval: 30s, conditions: ['[STATUS] == 200']";
    const yaml = `endpoints:\n  - ${monitor}, headers: {Authorization: 'Bearer $TOKEN'}}\n`;
    const fields = { dry_run: "false", env: JSON.stringify({ TOKEN: "of gatus" }) };
    const upload = { files: { "config.yaml": yaml }, fields };
    const { status, body } = await send("gatus", upload);
    expect([status, body.data.changes?.created]).toEqual([201, 2]);
    const names = (await list("variables")).map(({ name }: { name: string }) => name).toSorted();
    expect(names).toEqual(["TOKEN", expect.stringMatching(/^TOKEN_[0-9a-f]{12}$/)]);
    expect(await list("monitors")).toMatchObject([{ headers: { Authorization: `Bearer {{${names[1]}}}` } }]);
    expect(body.data.not_made).toEqual([]);
    const reason = `A variable named 'TOKEN' exists already: this one is '${names[1]}'.`;
    expect(body.data.made_with_differences).toMatchObject([{ kind: "variable", reasons: [reason] }]);
    expect((await send("gatus", upload)).body.data.changes).toMatchObject({ created: 0, unchanged: 2 });
  });

  test("is in the audit log", async () => {
    await make("list", "a.example");
    const entries: { action: string; details: object }[] = await list("audit-log");
    expect(entries.map(({ action }) => action)).toContain("code_project.apply");
  });

  test("of another organization at the same time has its own project", async () => {
    const other = await makeOrg(running.database);
    const [own, others] = await Promise.all([
      make("list", "a.example"),
      send("list", { files: { f: "b.example" }, fields: { dry_run: "false" }, key: other.keys.admin }),
    ]);
    expect([own.status, others.status]).toEqual([201, 201]);
    expect((await list("monitors")).map(({ url }: { url: string }) => url)).toEqual(["https://a.example"]);
  });
});

describe("a database of Uptime Kuma", () => {
  const DATABASE = readFileSync(join(IMPORTING, "kuma/fixtures/kuma.db"));

  test("becomes a project, with history on request, and a second import changes nothing", async () => {
    const upload = { files: { "kuma.db": DATABASE }, fields: { dry_run: "false", history: "true" } };
    const { status, body } = await send("kuma", upload);
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body.data).toMatchObject({ project: "import:kuma", changes: { updated: 0 } });
    expect(body.data.changes.created).toBeGreaterThan(50);
    expect(body.data.history_targets).toBeGreaterThan(20);
    const again = await send("kuma", upload);
    expect(again.body.data.changes).toMatchObject({ created: 0, updated: 0 });
    expect(again.body.data.made.length).toBe(body.data.made.length);
  });

  test.each([
    ["two databases", { "a.db": DATABASE, "b.db": DATABASE }, /one database, kuma.db/],
    [
      "a log alone",
      { "kuma.db-wal": Buffer.concat([Buffer.from("377f0682", "hex"), Buffer.alloc(100)]) },
      /one database, kuma.db/,
    ],
    ["a file that is no database", { "kuma.db": "hello" }, /SQLite/],
  ])("%s is refused", async (_case, files: Record<string, string | Uint8Array>, message) => {
    expect(await errorOf("kuma", { files })).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    });
  });
});

test("a folder of Gatus is merged, and its variables become secrets", async () => {
  const yaml = (name: string, token: string) =>
    `endpoints:\n  - name: ${name}\n    url: https://${name}.example\n    headers: {Authorization: "${token}"}\n    conditions: ["[STATUS] == 200"]\n`;
  const { status, body } = await send("gatus", {
    files: { "a.yaml": yaml("a", "Bearer $TOKEN"), "nested/b.yml": yaml("b", "x"), "notes.txt": "no" },
    fields: { dry_run: "false", env: JSON.stringify({ TOKEN: "s3cret-word" }) },
  });
  expect([status, body.error]).toEqual([201, undefined]);
  expect(Object.keys(body.data.document.monitors)).toHaveLength(2);
  expect(JSON.stringify(body)).not.toContain("s3cret-word");
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
