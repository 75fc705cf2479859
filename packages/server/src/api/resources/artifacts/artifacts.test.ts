import { createHash } from "node:crypto";
import { createConnection } from "node:net";
import type { ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeOrg, portOf, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { insertTarget } from "../../../../test/builders.ts";
import { collectAll } from "../../../../test/collect-all.ts";
import { makeArtifact, makeRun } from "../../../../test/make-run.ts";
import { makePng } from "../../../../test/servers/png.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { removeArtifactsOf, sweepArtifacts } from "./removal.ts";

const PNG = makePng({ width: 8, height: 8 }, (x, y) => [x * 30, y * 30, 0]);
const ZIP = Buffer.concat([Buffer.from("504b0304", "hex"), Buffer.from("the rest of a trace")]);
const WEBM = Buffer.concat([
  Buffer.from("1a45dfa3", "hex"),
  Buffer.from("....webm"),
  Buffer.alloc(100_000, 7),
]);
const HTML = Buffer.from("<!doctype html><script>alert(document.cookie)</script>");
const TOMORROW = new Date(Date.now() + 86_400_000);

let now = Date.now();
let running: TestApp;
let org: TestOrg;
let otherOrg: TestOrg;
let runId = "";
beforeAll(async () => {
  running = await startTestApp({ clock: { now: () => now, monotonic: () => performance.now() } });
  org = await makeOrg(running.database);
  otherOrg = await makeOrg(running.database);
  runId = await makeRun(running.database, org.orgId);
});
afterAll(() => running.stop());

const store = (kind: ArtifactKind, content: Buffer, name: string = kind) =>
  makeArtifact(
    { db: running.database, artifacts: running.artifacts },
    { orgId: org.orgId, runId, kind, name, content },
  );

const get = (url: string, headers: Record<string, string> = {}, key: string | null = org.keys.read) =>
  running.call(key, { method: "GET", url, headers });

const listStoredFiles = () => collectAll(running.artifacts.list(TOMORROW));

describe("GET /api/v1/artifacts/:id", () => {
  test("serves an image inline with a policy that blocks scripts", async () => {
    const { id } = await store("screenshot", PNG, "after login.png");
    const response = await get(`/api/v1/artifacts/${id}`);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload).toEqual(PNG);
    expect(response.headers).toMatchObject({
      "content-type": "image/png",
      "content-length": String(PNG.length),
      "content-disposition": 'inline; filename="after-login.png"',
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-cache",
    });
  });

  test.each<
    [what: string, kind: ArtifactKind, content: Buffer, name: string, disposition: string, type: string]
  >([
    ["a trace", "trace", ZIP, "trace.zip", 'attachment; filename="trace.zip"', "application/zip"],
    [
      "a log",
      "log",
      Buffer.from("line"),
      "out",
      'attachment; filename="out.txt"',
      "text/plain; charset=utf-8",
    ],
    [
      "HTML that is called a PNG",
      "screenshot",
      HTML,
      "a.png",
      'attachment; filename="a.png.bin"',
      "application/octet-stream",
    ],
    [
      "HTML that is called a video",
      "video",
      HTML,
      "a.webm",
      'attachment; filename="a.webm.bin"',
      "application/octet-stream",
    ],
    [
      "a log that is HTML",
      "log",
      HTML,
      "a.html",
      'attachment; filename="a.html.txt"',
      "text/plain; charset=utf-8",
    ],
    [
      "an SVG",
      "screenshot",
      Buffer.from("<svg onload=alert(1)>"),
      "a.svg",
      'attachment; filename="a.svg.bin"',
      "application/octet-stream",
    ],
    [
      "a name that is a path and a header",
      "trace",
      ZIP,
      '../../"\r\nx: y/é',
      'attachment; filename="x-y-.zip"',
      "application/zip",
    ],
    ["a name of nothing", "trace", ZIP, "...", 'attachment; filename="artifact.zip"', "application/zip"],
  ])("serves %s as a download", async (_what, kind, content, name, disposition, type) => {
    const { id } = await store(kind, content, name);
    const response = await get(`/api/v1/artifacts/${id}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ "content-disposition": disposition, "content-type": type });
    expect(response.rawPayload).toEqual(content);
  });

  test("serves byte ranges of a video for seeking", async () => {
    const { id } = await store("video", WEBM);
    const url = `/api/v1/artifacts/${id}`;
    const size = WEBM.length;
    const parts: [range: string, start: number, end: number][] = [
      ["bytes=0-99", 0, 99],
      ["bytes=500-", 500, size - 1],
      ["bytes=-10", size - 10, size - 1],
      [`bytes=10-${size * 2}`, 10, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
    ];
    for (const [range, start, end] of parts) {
      const response = await get(url, { range });
      expect([range, response.statusCode, response.headers["content-range"]]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${size}`,
      ]);
      expect(response.headers["content-length"]).toBe(String(end - start + 1));
      expect(response.rawPayload.equals(WEBM.subarray(start, end + 1))).toBe(true);
      expect(response.headers["content-type"]).toBe("video/webm");
    }
    for (const range of [
      "bytes=5-2",
      `bytes=${size}-`,
      "bytes=-0",
      "bytes=-",
      "bytes=0-1,4-5",
      "pages=1-2",
    ]) {
      const response = await get(url, { range });
      expect([range, response.statusCode, response.rawPayload.length]).toEqual([range, 200, size]);
    }
    const changed = await get(url, { range: "bytes=0-1", "if-range": '"another"' });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, size]);
  });

  test("returns 304 for a matching ETag, and no body for HEAD", async () => {
    const { id } = await store("screenshot", PNG);
    const url = `/api/v1/artifacts/${id}`;
    const { etag } = (await get(url)).headers;
    const cached = await get(url, { "if-none-match": String(etag) });
    expect([cached.statusCode, cached.body]).toEqual([304, ""]);
    const head = await running.call(org.keys.read, { method: "HEAD", url });
    expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([
      200,
      "",
      String(PNG.length),
    ]);
  });

  test("returns 404 for another organization's key and for a path instead of an id", async () => {
    const { id, key } = await store("screenshot", PNG);
    const unknown = await get(`/api/v1/artifacts/${newId(now)}`);
    expect(unknown.statusCode).toBe(404);
    const foreign = await get(`/api/v1/artifacts/${id}`, {}, otherOrg.keys.admin);
    expect([foreign.statusCode, foreign.json()]).toEqual([404, unknown.json()]);
    for (const path of [key, "..%2f..%2fetc%2fpasswd", "%2e%2e", "%00", `${id}%00`, id.toUpperCase()]) {
      const response = await get(`/api/v1/artifacts/${path}`);
      expect([path, response.statusCode]).toEqual([path, 404]);
    }
  });

  test("returns 404 if the row exists but the file does not", async () => {
    const { id, key } = await store("screenshot", PNG);
    await running.artifacts.remove([key]);
    expect((await get(`/api/v1/artifacts/${id}`)).statusCode).toBe(404);
  });

  test("rejects path traversal in a stored key", async () => {
    const { id } = await store("log", Buffer.from("mine"));
    for (const key of ["../../../../etc/passwd", "/etc/passwd"]) {
      await running.database.run(sql`update artifact set key = ${key} where id = ${id}`);
      expect((await get(`/api/v1/artifacts/${id}`)).statusCode).toBe(404);
    }
  });
});

describe("signed links", () => {
  const link = async (id: string): Promise<URL> => {
    const url = `/api/v1/artifacts/${id}/link`;
    const response = await running.call(org.keys.agent, { method: "POST", url });
    expect(response.statusCode).toBe(201);
    expect(response.json().data.expires_at).toBe(
      new Date(Math.floor(now / 1_000) * 1_000 + 900_000).toISOString(),
    );
    return new URL(response.json().data.url);
  };
  const openLink = ({ pathname, search }: URL) => get(pathname + search, {}, null);

  test("open one file without a credential for 15 minutes", async () => {
    const { id } = await store("screenshot", PNG);
    const url = await link(id);
    const response = await openLink(url);
    expect([response.statusCode, response.rawPayload]).toEqual([200, PNG]);
    expect(response.headers["content-security-policy"]).toBe("sandbox; default-src 'none'");
    now += 899_000;
    expect((await openLink(url)).statusCode).toBe(200);
    now += 1_001;
    expect((await openLink(url)).statusCode).toBe(403);
  });

  test("are rejected if any part is modified", async () => {
    const { id } = await store("screenshot", PNG);
    const other = await store("screenshot", PNG);
    const url = await link(id);
    const signature = url.searchParams.get("signature") ?? "";
    const forged = [
      { expires: String(Number(url.searchParams.get("expires")) + 1) },
      { signature: `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}` },
      { signature: signature.slice(0, -2) },
      { signature: "" },
      { signature: createHash("sha256").update(id).digest("base64url") },
    ];
    for (const change of forged) {
      const changed = new URL(url);
      for (const [name, value] of Object.entries(change)) changed.searchParams.set(name, value ?? "");
      expect([change, (await openLink(changed)).statusCode]).toEqual([change, 403]);
    }
    const otherArtifact = new URL(url);
    otherArtifact.pathname = otherArtifact.pathname.replace(id, other.id);
    expect((await openLink(otherArtifact)).statusCode).toBe(403);
    const withoutSignature = await get(`/api/v1/artifacts/${id}/content?expires=9999999999`, {}, null);
    expect(withoutSignature.statusCode).toBe(400);
  });

  test("are not created for another organization's file, and are 404 once the file is deleted", async () => {
    const { id } = await store("screenshot", PNG);
    const foreign = { method: "POST" as const, url: `/api/v1/artifacts/${id}/link` };
    expect((await running.call(otherOrg.keys.admin, foreign)).statusCode).toBe(404);
    const url = await link(id);
    await running.database.run(sql`delete from artifact where id = ${id}`);
    expect((await openLink(url)).statusCode).toBe(404);
  });
});

type Part = { name: string; value: string | Buffer; fileName?: string };

function form(parts: readonly Part[], end = "--x--\r\n"): Pick<InjectOptions, "payload" | "headers"> {
  const frames = parts.map(({ name, value, fileName }) => {
    const file = fileName === undefined ? "" : `; filename="${fileName}"\r\nContent-Type: image/png`;
    const head = `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(value as string), Buffer.from("\r\n")]);
  });
  return {
    payload: Buffer.concat([...frames, Buffer.from(end)]),
    headers: { "content-type": "multipart/form-data; boundary=x" },
  };
}

const file = (value: Buffer, fileName = "shot.png"): Part => ({ name: "file", value, fileName });
const kind = (value: string): Part => ({ name: "kind", value });

describe("POST /api/agent/runs/:id/artifacts", () => {
  const upload = (body: ReturnType<typeof form>, { key = org.keys.agent, run = runId } = {}) =>
    running.call(key, { method: "POST", url: `/api/agent/runs/${run}/artifacts`, ...body });

  test("adds a file to a run for any order of the fields", async () => {
    const name = { name: "name", value: "Start page.png" };
    for (const parts of [
      [kind("screenshot"), name, file(PNG)],
      [file(PNG), name, kind("screenshot")],
    ]) {
      const response = await upload(form(parts));
      expect(response.statusCode).toBe(201);
      const { data } = response.json();
      expect(data).toEqual({
        id: data.id,
        kind: "screenshot",
        name: "Start page.png",
        bytes: PNG.length,
        url: `http://localhost:80/api/v1/artifacts/${data.id}`,
      });
      expect((await get(new URL(data.url).pathname)).rawPayload).toEqual(PNG);
    }
    const unnamed = await upload(form([kind("trace"), file(ZIP, "results/trace.zip")]));
    expect(unnamed.json().data.name).toBe("trace.zip");
  });

  test.each<[what: string, status: number, parts: Part[]]>([
    ["HTML as a screenshot", 400, [kind("screenshot"), file(HTML)]],
    ["a PNG as a trace", 400, [kind("trace"), file(PNG)]],
    ["HTML as a HAR", 400, [kind("har"), file(HTML)]],
    ["bytes as a log", 400, [kind("log"), file(Buffer.from([1, 0, 2]))]],
    ["a baseline, which only the server creates", 400, [kind("baseline"), file(PNG)]],
    ["no kind", 400, [file(PNG)]],
    ["no file", 400, [kind("screenshot")]],
    ["an unknown field", 400, [kind("screenshot"), { name: "kindd", value: "x" }, file(PNG)]],
    ["a field twice", 400, [kind("screenshot"), kind("trace"), file(PNG)]],
    ["two files", 400, [kind("screenshot"), file(PNG), file(PNG)]],
    ["a file in another field", 400, [kind("screenshot"), file(PNG), { ...file(PNG), name: "other" }]],
    ["a name with a line break", 400, [kind("screenshot"), { name: "name", value: "a\nb" }, file(PNG)]],
    [
      "a field value as long as a file",
      400,
      [kind("screenshot"), { name: "name", value: "n".repeat(5_000) }, file(PNG)],
    ],
    [
      "too many fields",
      400,
      [...Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, value: "" })), file(PNG)],
    ],
    ["a log over 1 MiB", 413, [kind("log"), file(Buffer.alloc(1_048_577, "a"))]],
    [
      "a screenshot over 5 MiB",
      413,
      [kind("screenshot"), file(Buffer.concat([PNG, Buffer.alloc(5_242_880)]))],
    ],
    ["a file over 25 MiB", 413, [kind("trace"), file(Buffer.concat([ZIP, Buffer.alloc(26_214_400)]))]],
  ])("rejects %s with %i and stores nothing", async (_what, status, parts) => {
    const before = await listStoredFiles();
    const response = await upload(form(parts));
    expect([response.statusCode, response.json().success]).toEqual([status, false]);
    expect(await listStoredFiles()).toEqual(before);
    expect(await running.artifacts.removeUnfinished(TOMORROW)).toBe(0);
  });

  test("rejects a form that is truncated, malformed, or names another organization", async () => {
    const before = await listStoredFiles();
    const parts = [kind("screenshot"), file(PNG)];
    expect((await upload(form(parts, "--x"))).statusCode).toBe(400);
    expect((await upload(form(parts, ""))).statusCode).toBe(400);
    const { payload = "" } = form(parts);
    for (const [type, status] of [
      ["multipart/form-data", 415],
      ["multipart/form-data; charset=utf-8", 400],
      ["application/octet-stream", 415],
      ["text/html", 415],
    ] as const) {
      expect([type, (await upload({ payload, headers: { "content-type": type } })).statusCode]).toEqual([
        type,
        status,
      ]);
    }
    const foreign = await upload(form([...parts, { name: "org_id", value: otherOrg.orgId }]));
    expect(foreign.statusCode).toBe(403);
    expect((await upload(form([...parts, { name: "org_id", value: org.orgId }]))).statusCode).toBe(201);
    expect(await listStoredFiles()).toHaveLength(before.length + 1);
  });

  test("returns the same response for a run of another organization and an unknown run, before it reads the file", async () => {
    const body = form([kind("screenshot"), file(PNG)]);
    const unknown = await upload(body, { run: newId(now) });
    const foreign = await upload(body, { key: otherOrg.keys.agent });
    expect([unknown.statusCode, foreign.statusCode]).toEqual([404, 404]);
    expect(foreign.json()).toEqual(unknown.json());
    expect((await upload(body, { key: org.keys.read })).statusCode).toBe(403);
  });

  test("rejects a form on a route that takes JSON", async () => {
    const url = "/api/v1/monitors";
    const response = await running.call(org.keys.admin, { method: "POST", url, ...form([kind("x")]) });
    expect(response.statusCode).toBe(415);
  });

  test("stores at most the maximum number of artifacts of a run", async () => {
    const full = await makeRun(running.database, org.orgId);
    await running.database.run(sql`
      insert into artifact (id, org_id, run_id, kind, name, content_type, bytes, key, created_at)
      select gen_random_uuid(), ${org.orgId}, ${full}, 'log', 'log', 'text/plain', 1, n, now()
      from generate_series(1, 300) as n`);
    const response = await upload(form([kind("screenshot"), file(PNG)]), { run: full });
    expect([response.statusCode, response.json().error.message]).toEqual([
      400,
      expect.stringContaining("300"),
    ]);
  });

  test("reports that no space is left before the upload has finished", async () => {
    const message = "No space is left to store the file.";
    const save = vi.spyOn(running.artifacts, "save").mockResolvedValue({ error: "no_space", message });
    const large = Buffer.concat([ZIP, Buffer.alloc(20_000_000)]);
    const response = await upload(form([file(large), kind("trace")]));
    save.mockRestore();
    expect([response.statusCode, response.json().error.message]).toEqual([503, message]);
  });

  test("stores nothing of an upload whose client disconnects", async () => {
    await running.app.server.listen({ host: "127.0.0.1", port: 0 });
    const before = await listStoredFiles();
    const save = vi.spyOn(running.artifacts, "save");
    const socket = createConnection({ host: "127.0.0.1", port: portOf(running.app) });
    const { payload } = form([kind("screenshot"), file(Buffer.concat([PNG, Buffer.alloc(300_000)]))]);
    socket.write(
      `POST /api/agent/runs/${runId}/artifacts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${org.keys.agent}\r\n` +
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n",
    );
    socket.write((payload as Buffer).subarray(0, -100));
    await vi.waitFor(() => expect(save).toHaveBeenCalledOnce(), { timeout: 30_000 });
    socket.destroy();
    await expect(save.mock.results[0]?.value).rejects.toThrow();
    save.mockRestore();
    expect(await listStoredFiles()).toEqual(before);
    expect(await running.artifacts.removeUnfinished(TOMORROW)).toBe(0);
  });

  test("responds to arbitrary form bytes, and stores no file without a row", async () => {
    const validPayload = Buffer.from(form([kind("screenshot"), file(PNG)]).payload as Buffer);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const listOrphans = async () => {
      const rows = await running.database.rows<{ key: string }>(sql`select key from artifact`);
      const referenced = new Set(rows.map(({ key }) => key));
      return (await listStoredFiles()).filter((key) => !referenced.has(key));
    };
    const before = await listOrphans();
    const change = fc.tuple(fc.nat({ max: validPayload.length - 1 }), fc.integer({ min: 0, max: 255 }));
    const changes = fc.array(change, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, fc.nat({ max: validPayload.length }), async (changed, length) => {
        const payload = Buffer.from(validPayload);
        for (const [index, value] of changed) payload[index] = value;
        const { statusCode } = await upload({ payload: payload.subarray(0, length), headers });
        expect([201, 400]).toContain(statusCode);
      }),
      { numRuns: 300 },
    );
    expect(await listOrphans()).toEqual(before);
    expect(await running.artifacts.removeUnfinished(TOMORROW)).toBe(0);
  });
});

describe("stored files", () => {
  const exists = async (key: string) => (await running.artifacts.read(key)) !== null;

  test("are deleted with their run unless another run or a baseline references them", async () => {
    const { database, artifacts } = running;
    const [deletedRun, keptRun] = [await makeRun(database, org.orgId), await makeRun(database, org.orgId)];
    const add = (run: string) =>
      makeArtifact(
        { db: database, artifacts },
        { orgId: org.orgId, runId: run, kind: "screenshot", content: PNG },
      );
    const [own, shared, baseline] = [await add(deletedRun), await add(deletedRun), await add(deletedRun)];
    const other = await add(keptRun);
    await database.run(sql`update artifact set key = ${shared.key} where id = ${other.id}`);
    const targetId = newId(now);
    await database.run(insertTarget({ id: targetId, orgId: org.orgId, kind: "journey" }));
    await database.run(sql`
      insert into visual_baseline (target_id, label, viewport, location, org_id, key, bytes, run_id, accepted_at)
      values (${targetId}, 'home', '1280x720', 'default', ${org.orgId}, ${baseline.key}, 1, ${deletedRun}, now())`);

    await removeArtifactsOf(database, artifacts, [deletedRun]);

    expect((await get(`/api/v1/artifacts/${own.id}`)).statusCode).toBe(404);
    expect((await get(`/api/v1/artifacts/${other.id}`)).statusCode).toBe(200);
    expect([await exists(own.key), await exists(shared.key), await exists(baseline.key)]).toEqual([
      false,
      true,
      true,
    ]);
    await removeArtifactsOf(database, artifacts, [deletedRun, keptRun]);
    expect(await exists(shared.key)).toBe(false);
  });

  test("are deleted once no row has referenced them for a day, for example after their organization was deleted", async () => {
    const { database, artifacts } = running;
    const deletedOrg = await makeOrg(database);
    const run = await makeRun(database, deletedOrg.orgId);
    const input = { orgId: deletedOrg.orgId, runId: run, kind: "screenshot", content: PNG } as const;
    const orphan = await makeArtifact({ db: database, artifacts }, input);
    const kept = await store("screenshot", PNG);
    await database.run(sql`delete from organization where id = ${deletedOrg.orgId}`);
    const { signal } = new AbortController();

    await sweepArtifacts(database, artifacts, { nowMs: Date.now(), signal });
    expect(await exists(orphan.key)).toBe(true);
    const removed = await sweepArtifacts(database, artifacts, { nowMs: Date.now() + 86_500_000, signal });
    expect(removed).toBeGreaterThanOrEqual(1);
    expect([await exists(orphan.key), await exists(kept.key)]).toEqual([false, true]);
  });
});
