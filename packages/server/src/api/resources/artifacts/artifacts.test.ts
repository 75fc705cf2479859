import { createHash } from "node:crypto";
import type { ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import { describe, expect, test } from "vitest";
import { artifactLab, HTML, PNG, WEBM, ZIP } from "../../../../test/labs/artifact-lab.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = artifactLab();
const { store, get } = lab;

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
    const head = await lab.running.call(lab.org.keys.read, { method: "HEAD", url });
    expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([
      200,
      "",
      String(PNG.length),
    ]);
  });

  test("returns 404 for another organization's key and for a path instead of an id", async () => {
    const { id, key } = await store("screenshot", PNG);
    const unknown = await get(`/api/v1/artifacts/${newId(lab.now)}`);
    expect(unknown.statusCode).toBe(404);
    const foreign = await get(`/api/v1/artifacts/${id}`, {}, lab.otherOrg.keys.admin);
    expect([foreign.statusCode, foreign.json()]).toEqual([404, unknown.json()]);
    for (const path of [key, "..%2f..%2fetc%2fpasswd", "%2e%2e", "%00", `${id}%00`, id.toUpperCase()]) {
      const response = await get(`/api/v1/artifacts/${path}`);
      expect([path, response.statusCode]).toEqual([path, 404]);
    }
  });

  test("returns 404 if the row exists but the file does not", async () => {
    const { id, key } = await store("screenshot", PNG);
    await lab.running.artifacts.remove([key]);
    expect((await get(`/api/v1/artifacts/${id}`)).statusCode).toBe(404);
  });

  test("rejects path traversal in a stored key", async () => {
    const { id } = await store("log", Buffer.from("mine"));
    for (const key of ["../../../../etc/passwd", "/etc/passwd"]) {
      await lab.running.database.run(sql`update artifact set key = ${key} where id = ${id}`);
      expect((await get(`/api/v1/artifacts/${id}`)).statusCode).toBe(404);
    }
  });
});

describe("signed links", () => {
  const link = async (id: string): Promise<URL> => {
    const url = `/api/v1/artifacts/${id}/link`;
    const response = await lab.running.call(lab.org.keys.agent, { method: "POST", url });
    expect(response.statusCode).toBe(201);
    expect(response.json().data.expires_at).toBe(
      new Date(Math.floor(lab.now / 1_000) * 1_000 + 900_000).toISOString(),
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
    lab.now += 899_000;
    expect((await openLink(url)).statusCode).toBe(200);
    lab.now += 1_001;
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
    expect((await lab.running.call(lab.otherOrg.keys.admin, foreign)).statusCode).toBe(404);
    const url = await link(id);
    await lab.running.database.run(sql`delete from artifact where id = ${id}`);
    expect((await openLink(url)).statusCode).toBe(404);
  });
});
