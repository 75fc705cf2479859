import { createConnection } from "node:net";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { describe, expect, test, vi } from "vitest";
import { portOf } from "../../../../test/app.ts";
import { artifactLab, HTML, PNG, TOMORROW, ZIP } from "../../../../test/labs/artifact-lab.ts";
import { makeRun } from "../../../../test/make-run.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = artifactLab();
const { get, listStoredFiles } = lab;

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
  const upload = (body: ReturnType<typeof form>, { key = lab.org.keys.agent, run = lab.runId } = {}) =>
    lab.running.call(key, { method: "POST", url: `/api/agent/runs/${run}/artifacts`, ...body });

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
    expect(await lab.running.artifacts.removeUnfinished(TOMORROW)).toBe(0);
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
    const foreign = await upload(form([...parts, { name: "org_id", value: lab.otherOrg.orgId }]));
    expect(foreign.statusCode).toBe(403);
    expect((await upload(form([...parts, { name: "org_id", value: lab.org.orgId }]))).statusCode).toBe(201);
    expect(await listStoredFiles()).toHaveLength(before.length + 1);
  });

  test("returns the same response for a run of another organization and an unknown run, before it reads the file", async () => {
    const body = form([kind("screenshot"), file(PNG)]);
    const unknown = await upload(body, { run: newId(lab.now) });
    const foreign = await upload(body, { key: lab.otherOrg.keys.agent });
    expect([unknown.statusCode, foreign.statusCode]).toEqual([404, 404]);
    expect(foreign.json()).toEqual(unknown.json());
    expect((await upload(body, { key: lab.org.keys.read })).statusCode).toBe(403);
  });

  test("rejects a form on a route that takes JSON", async () => {
    const url = "/api/v1/monitors";
    const response = await lab.running.call(lab.org.keys.admin, {
      method: "POST",
      url,
      ...form([kind("x")]),
    });
    expect(response.statusCode).toBe(415);
  });

  test("stores at most the maximum number of artifacts of a run", async () => {
    const full = await makeRun(lab.running.database, lab.org.orgId);
    await lab.running.database.run(sql`
      insert into artifact (id, org_id, run_id, kind, name, content_type, bytes, key, created_at)
      select gen_random_uuid(), ${lab.org.orgId}, ${full}, 'log', 'log', 'text/plain', 1, n, now()
      from generate_series(1, 300) as n`);
    const response = await upload(form([kind("screenshot"), file(PNG)]), { run: full });
    expect([response.statusCode, response.json().error.message]).toEqual([
      400,
      expect.stringContaining("300"),
    ]);
  });

  test("reports that no space is left before the upload has finished", async () => {
    const message = "No space is left to store the file.";
    const save = vi.spyOn(lab.running.artifacts, "save").mockResolvedValue({ error: "no_space", message });
    const large = Buffer.concat([ZIP, Buffer.alloc(20_000_000)]);
    const response = await upload(form([file(large), kind("trace")]));
    save.mockRestore();
    expect([response.statusCode, response.json().error.message]).toEqual([503, message]);
  });

  test("stores nothing of an upload whose client disconnects", async () => {
    await lab.running.app.server.listen({ host: "127.0.0.1", port: 0 });
    const before = await listStoredFiles();
    const save = vi.spyOn(lab.running.artifacts, "save");
    const socket = createConnection({ host: "127.0.0.1", port: portOf(lab.running.app) });
    const { payload } = form([kind("screenshot"), file(Buffer.concat([PNG, Buffer.alloc(300_000)]))]);
    socket.write(
      `POST /api/agent/runs/${lab.runId}/artifacts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${lab.org.keys.agent}\r\n` +
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n",
    );
    socket.write((payload as Buffer).subarray(0, -100));
    await vi.waitFor(() => expect(save).toHaveBeenCalledOnce(), { timeout: 30_000 });
    socket.destroy();
    await expect(save.mock.results[0]?.value).rejects.toThrow();
    save.mockRestore();
    expect(await listStoredFiles()).toEqual(before);
    expect(await lab.running.artifacts.removeUnfinished(TOMORROW)).toBe(0);
  });

  test("responds to arbitrary form bytes, and stores no file without a row", async () => {
    const validPayload = Buffer.from(form([kind("screenshot"), file(PNG)]).payload as Buffer);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const listOrphans = async () => {
      const rows = await lab.running.database.rows<{ key: string }>(sql`select key from artifact`);
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
    expect(await lab.running.artifacts.removeUnfinished(TOMORROW)).toBe(0);
  });
});
