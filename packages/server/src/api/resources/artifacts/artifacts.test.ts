import { createHash } from "node:crypto";
import { createConnection } from "node:net";
import type { ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { allOf } from "../../../../test/all-of.ts";
import { makeOrg, portOf, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
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
let mine: TestOrg;
let theirs: TestOrg;
let runId = "";
beforeAll(async () => {
  running = await startTestApp({ clock: { now: () => now, monotonic: () => performance.now() } });
  mine = await makeOrg(running.database);
  theirs = await makeOrg(running.database);
  runId = await makeRun(running.database, mine.orgId);
});
afterAll(() => running.stop());

const stored = (kind: ArtifactKind, content: Buffer, name: string = kind) =>
  makeArtifact(
    { db: running.database, artifacts: running.artifacts },
    { orgId: mine.orgId, runId, kind, name, content },
  );

const get = (url: string, headers: Record<string, string> = {}, key: string | null = mine.keys.read) =>
  running.call(key, { method: "GET", url, headers });

const filesOfStore = () => allOf(running.artifacts.list(TOMORROW));

describe("GET /api/v1/artifacts/:id", () => {
  test("gives an image to be shown, and lets nothing run in it", async () => {
    const { id } = await stored("screenshot", PNG, "after login.png");
    const answer = await get(`/api/v1/artifacts/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(PNG);
    expect(answer.headers).toMatchObject({
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
  ])("gives %s to be saved", async (_what, kind, content, name, disposition, type) => {
    const { id } = await stored(kind, content, name);
    const answer = await get(`/api/v1/artifacts/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ "content-disposition": disposition, "content-type": type });
    expect(answer.rawPayload).toEqual(content);
  });

  test("gives a part of a video, for players that jump", async () => {
    const { id } = await stored("video", WEBM);
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
      const answer = await get(url, { range });
      expect([range, answer.statusCode, answer.headers["content-range"]]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${size}`,
      ]);
      expect(answer.headers["content-length"]).toBe(String(end - start + 1));
      expect(answer.rawPayload.equals(WEBM.subarray(start, end + 1))).toBe(true);
      expect(answer.headers["content-type"]).toBe("video/webm");
    }
    for (const range of [
      "bytes=5-2",
      `bytes=${size}-`,
      "bytes=-0",
      "bytes=-",
      "bytes=0-1,4-5",
      "pages=1-2",
    ]) {
      const answer = await get(url, { range });
      expect([range, answer.statusCode, answer.rawPayload.length]).toEqual([range, 200, size]);
    }
    const changed = await get(url, { range: "bytes=0-1", "if-range": '"another"' });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, size]);
  });

  test("gives nothing again that the caller has, and no body to HEAD", async () => {
    const { id } = await stored("screenshot", PNG);
    const url = `/api/v1/artifacts/${id}`;
    const { etag } = (await get(url)).headers;
    const again = await get(url, { "if-none-match": String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const head = await running.call(mine.keys.read, { method: "HEAD", url });
    expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([
      200,
      "",
      String(PNG.length),
    ]);
  });

  test("knows nothing by another organization's key, and by no path instead of an id", async () => {
    const { id, key } = await stored("screenshot", PNG);
    const unknown = await get(`/api/v1/artifacts/${newId(now)}`);
    expect(unknown.statusCode).toBe(404);
    const foreign = await get(`/api/v1/artifacts/${id}`, {}, theirs.keys.admin);
    expect([foreign.statusCode, foreign.json()]).toEqual([404, unknown.json()]);
    for (const path of [key, "..%2f..%2fetc%2fpasswd", "%2e%2e", "%00", `${id}%00`, id.toUpperCase()]) {
      const answer = await get(`/api/v1/artifacts/${path}`);
      expect([path, answer.statusCode]).toEqual([path, 404]);
    }
  });

  test("answers 404 when the file is gone though its row is there", async () => {
    const { id, key } = await stored("screenshot", PNG);
    await running.artifacts.remove([key]);
    expect((await get(`/api/v1/artifacts/${id}`)).statusCode).toBe(404);
  });

  test("follows no symbol in what a row names as its key", async () => {
    const { id } = await stored("log", Buffer.from("mine"));
    for (const key of ["../../../../etc/passwd", "/etc/passwd"]) {
      await running.database.run(sql`update artifact set key = ${key} where id = ${id}`);
      expect((await get(`/api/v1/artifacts/${id}`)).statusCode).toBe(404);
    }
  });
});

describe("signed links", () => {
  const link = async (id: string): Promise<URL> => {
    const url = `/api/v1/artifacts/${id}/link`;
    const answer = await running.call(mine.keys.agent, { method: "POST", url });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().data.expires_at).toBe(
      new Date(Math.floor(now / 1_000) * 1_000 + 900_000).toISOString(),
    );
    return new URL(answer.json().data.url);
  };
  const follow = ({ pathname, search }: URL) => get(pathname + search, {}, null);

  test("open one file without a credential, a quarter of an hour long", async () => {
    const { id } = await stored("screenshot", PNG);
    const url = await link(id);
    const answer = await follow(url);
    expect([answer.statusCode, answer.rawPayload]).toEqual([200, PNG]);
    expect(answer.headers["content-security-policy"]).toBe("sandbox; default-src 'none'");
    now += 899_000;
    expect((await follow(url)).statusCode).toBe(200);
    now += 1_001;
    expect((await follow(url)).statusCode).toBe(403);
  });

  test("open nothing when anything of them is changed", async () => {
    const { id } = await stored("screenshot", PNG);
    const other = await stored("screenshot", PNG);
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
      expect([change, (await follow(changed)).statusCode]).toEqual([change, 403]);
    }
    const elsewhere = new URL(url);
    elsewhere.pathname = elsewhere.pathname.replace(id, other.id);
    expect((await follow(elsewhere)).statusCode).toBe(403);
    const withoutSignature = await get(`/api/v1/artifacts/${id}/content?expires=9999999999`, {}, null);
    expect(withoutSignature.statusCode).toBe(400);
  });

  test("are made for nobody else's file, and open nothing that was deleted", async () => {
    const { id } = await stored("screenshot", PNG);
    const foreign = { method: "POST" as const, url: `/api/v1/artifacts/${id}/link` };
    expect((await running.call(theirs.keys.admin, foreign)).statusCode).toBe(404);
    const url = await link(id);
    await running.database.run(sql`delete from artifact where id = ${id}`);
    expect((await follow(url)).statusCode).toBe(404);
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
  const upload = (body: ReturnType<typeof form>, { key = mine.keys.agent, run = runId } = {}) =>
    running.call(key, { method: "POST", url: `/api/agent/runs/${run}/artifacts`, ...body });

  test("adds a file to a run, whatever the order of the fields", async () => {
    const name = { name: "name", value: "Start page.png" };
    for (const parts of [
      [kind("screenshot"), name, file(PNG)],
      [file(PNG), name, kind("screenshot")],
    ]) {
      const answer = await upload(form(parts));
      expect(answer.statusCode).toBe(201);
      const { data } = answer.json();
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
    ["a baseline, which is ours to make", 400, [kind("baseline"), file(PNG)]],
    ["no kind", 400, [file(PNG)]],
    ["no file", 400, [kind("screenshot")]],
    ["a field that is none", 400, [kind("screenshot"), { name: "kindd", value: "x" }, file(PNG)]],
    ["a field twice", 400, [kind("screenshot"), kind("trace"), file(PNG)]],
    ["two files", 400, [kind("screenshot"), file(PNG), file(PNG)]],
    ["a file under another name", 400, [kind("screenshot"), file(PNG), { ...file(PNG), name: "other" }]],
    ["a name with a line break", 400, [kind("screenshot"), { name: "name", value: "a\nb" }, file(PNG)]],
    [
      "a field as long as a file",
      400,
      [kind("screenshot"), { name: "name", value: "n".repeat(5_000) }, file(PNG)],
    ],
    [
      "more fields than there are",
      400,
      [...Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, value: "" })), file(PNG)],
    ],
    ["a log of more than a mebibyte", 413, [kind("log"), file(Buffer.alloc(1_048_577, "a"))]],
    [
      "a screenshot of more than five",
      413,
      [kind("screenshot"), file(Buffer.concat([PNG, Buffer.alloc(5_242_880)]))],
    ],
    ["a file of more than 25", 413, [kind("trace"), file(Buffer.concat([ZIP, Buffer.alloc(26_214_400)]))]],
  ])("refuses %s with %i, and keeps nothing of it", async (_what, status, parts) => {
    const before = await filesOfStore();
    const answer = await upload(form(parts));
    expect([answer.statusCode, answer.json().success]).toEqual([status, false]);
    expect(await filesOfStore()).toEqual(before);
    expect(await running.artifacts.removeUnfinished(TOMORROW)).toBe(0);
  });

  test("refuses a form that is cut off, is none, or names another organization", async () => {
    const before = await filesOfStore();
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
    const foreign = await upload(form([...parts, { name: "org_id", value: theirs.orgId }]));
    expect(foreign.statusCode).toBe(403);
    expect((await upload(form([...parts, { name: "org_id", value: mine.orgId }]))).statusCode).toBe(201);
    expect(await filesOfStore()).toHaveLength(before.length + 1);
  });

  test("answers a run of another organization and an unknown one alike, before it reads the file", async () => {
    const body = form([kind("screenshot"), file(PNG)]);
    const unknown = await upload(body, { run: newId(now) });
    const foreign = await upload(body, { key: theirs.keys.agent });
    expect([unknown.statusCode, foreign.statusCode]).toEqual([404, 404]);
    expect(foreign.json()).toEqual(unknown.json());
    expect((await upload(body, { key: mine.keys.read })).statusCode).toBe(403);
  });

  test("takes no form where none belongs", async () => {
    const url = "/api/v1/monitors";
    const answer = await running.call(mine.keys.admin, { method: "POST", url, ...form([kind("x")]) });
    expect(answer.statusCode).toBe(415);
  });

  test("keeps no more of a run than its share", async () => {
    const full = await makeRun(running.database, mine.orgId);
    await running.database.run(sql`
      insert into artifact (id, org_id, run_id, kind, name, content_type, bytes, key, created_at)
      select gen_random_uuid(), ${mine.orgId}, ${full}, 'log', 'log', 'text/plain', 1, n, now()
      from generate_series(1, 300) as n`);
    const answer = await upload(form([kind("screenshot"), file(PNG)]), { run: full });
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining("300")]);
  });

  test("says at once that there is no space left, though the file is still on its way", async () => {
    const message = "There is no space left to keep the file.";
    const save = vi.spyOn(running.artifacts, "save").mockResolvedValue({ fault: "no_space", message });
    const large = Buffer.concat([ZIP, Buffer.alloc(20_000_000)]);
    const answer = await upload(form([file(large), kind("trace")]));
    save.mockRestore();
    expect([answer.statusCode, answer.json().error.message]).toEqual([503, message]);
  });

  test("keeps nothing of an upload whose client goes away", async () => {
    await running.app.server.listen({ host: "127.0.0.1", port: 0 });
    const before = await filesOfStore();
    const save = vi.spyOn(running.artifacts, "save");
    const socket = createConnection({ host: "127.0.0.1", port: portOf(running.app) });
    const { payload } = form([kind("screenshot"), file(Buffer.concat([PNG, Buffer.alloc(300_000)]))]);
    socket.write(
      `POST /api/agent/runs/${runId}/artifacts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${mine.keys.agent}\r\n` +
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n",
    );
    socket.write((payload as Buffer).subarray(0, -100));
    await vi.waitFor(() => expect(save).toHaveBeenCalledOnce(), { timeout: 30_000 });
    socket.destroy();
    await expect(save.mock.results[0]?.value).rejects.toThrow();
    save.mockRestore();
    expect(await filesOfStore()).toEqual(before);
    expect(await running.artifacts.removeUnfinished(TOMORROW)).toBe(0);
  });

  test("answers whatever bytes stand for a form, and keeps no file without a row", async () => {
    const whole = Buffer.from(form([kind("screenshot"), file(PNG)]).payload as Buffer);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const rowless = async () => {
      const rows = await running.database.rows<{ key: string }>(sql`select key from artifact`);
      const named = new Set(rows.map(({ key }) => key));
      return (await filesOfStore()).filter((key) => !named.has(key));
    };
    const before = await rowless();
    const change = fc.tuple(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 0, max: 255 }));
    const changes = fc.array(change, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, fc.nat({ max: whole.length }), async (changed, length) => {
        const payload = Buffer.from(whole);
        for (const [place, value] of changed) payload[place] = value;
        const { statusCode } = await upload({ payload: payload.subarray(0, length), headers });
        expect([201, 400]).toContain(statusCode);
      }),
      { numRuns: 300 },
    );
    expect(await rowless()).toEqual(before);
    expect(await running.artifacts.removeUnfinished(TOMORROW)).toBe(0);
  });
});

describe("files go", () => {
  const isKept = async (key: string) => (await running.artifacts.read(key)) !== null;

  test("with their run, but for those that another run or a baseline names", async () => {
    const { database, artifacts } = running;
    const [going, staying] = [await makeRun(database, mine.orgId), await makeRun(database, mine.orgId)];
    const make = (run: string) =>
      makeArtifact(
        { db: database, artifacts },
        { orgId: mine.orgId, runId: run, kind: "screenshot", content: PNG },
      );
    const [own, shared, baseline] = [await make(going), await make(going), await make(going)];
    const other = await make(staying);
    await database.run(sql`update artifact set key = ${shared.key} where id = ${other.id}`);
    const targetId = newId(now);
    await database.run(
      sql`insert into target (id, org_id, kind) values (${targetId}, ${mine.orgId}, 'journey')`,
    );
    await database.run(sql`
      insert into visual_baseline (target_id, label, viewport, location, org_id, key, bytes, run_id, accepted_at)
      values (${targetId}, 'home', '1280x720', 'default', ${mine.orgId}, ${baseline.key}, 1, ${going}, now())`);

    await removeArtifactsOf(database, artifacts, [going]);

    expect((await get(`/api/v1/artifacts/${own.id}`)).statusCode).toBe(404);
    expect((await get(`/api/v1/artifacts/${other.id}`)).statusCode).toBe(200);
    expect([await isKept(own.key), await isKept(shared.key), await isKept(baseline.key)]).toEqual([
      false,
      true,
      true,
    ]);
    await removeArtifactsOf(database, artifacts, [going, staying]);
    expect(await isKept(shared.key)).toBe(false);
  });

  test("when no row names them for a day, as those of a deleted organization", async () => {
    const { database, artifacts } = running;
    const gone = await makeOrg(database);
    const run = await makeRun(database, gone.orgId);
    const wish = { orgId: gone.orgId, runId: run, kind: "screenshot", content: PNG } as const;
    const orphan = await makeArtifact({ db: database, artifacts }, wish);
    const kept = await stored("screenshot", PNG);
    await database.run(sql`delete from organization where id = ${gone.orgId}`);
    const { signal } = new AbortController();

    await sweepArtifacts(database, artifacts, { nowMs: Date.now(), signal });
    expect(await isKept(orphan.key)).toBe(true);
    const removed = await sweepArtifacts(database, artifacts, { nowMs: Date.now() + 86_500_000, signal });
    expect(removed).toBeGreaterThanOrEqual(1);
    expect([await isKept(orphan.key), await isKept(kept.key)]).toEqual([false, true]);
  });
});
