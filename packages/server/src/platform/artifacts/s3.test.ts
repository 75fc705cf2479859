import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startS3Server } from "../../../test/servers/s3-server.ts";
import { assertUsable } from "./open-artifacts.ts";
import { openS3Artifacts, type S3Location } from "./s3-client.ts";

/** Behavior specific to S3; the guarantees of every store are tested in `artifact-store.test.ts`. */

let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

const LARGE = { bytesMax: 50_000_000 };
const FILE = { contentType: "application/zip", fileName: "trace.zip", seconds: 60 };

async function savedIn(place: S3Location, content: Buffer | Readable) {
  const saved = await openS3Artifacts(place).save(content, LARGE);
  if ("error" in saved) throw new Error(saved.message);
  return saved.key;
}

describe("artifacts in S3", () => {
  test("returns a stream of several parts unchanged", async () => {
    const chunk = Buffer.alloc(1_000_000, "part of a trace ");
    const key = await savedIn(server.location, Readable.from(Array.from({ length: 12 }, () => chunk)));
    const opened = await openS3Artifacts(server.location).open(key);
    expect(opened?.bytes).toBe(12_000_000);
    const content = Buffer.concat((await opened?.stream.toArray()) ?? []);
    expect(content.equals(Buffer.concat(Array.from({ length: 12 }, () => chunk)))).toBe(true);
  });

  test("serves a linked file without credentials, as a download of the signed type", async () => {
    const store = openS3Artifacts(server.location);
    const key = await savedIn(server.location, Buffer.from("<script>alert(1)</script>"));
    const url = (await store.link?.(key, FILE)) ?? "";
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, "<script>alert(1)</script>"]);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="trace.zip"');
    // The test server does not verify signatures, and the SDK creates them: this asserts what the signature must cover.
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      "X-Amz-Expires": "60",
      "X-Amz-Signature": expect.stringMatching(/^[0-9a-f]{64}$/),
      "response-content-type": "application/zip",
    });
  });

  test("has no links if the API serves every file", () => {
    expect(openS3Artifacts({ ...server.location, links: "proxied" }).link).toBeNull();
  });

  test("uses the public endpoint in links", async () => {
    const publicEndpoint = "https://files.example.org";
    const link = openS3Artifacts({ ...server.location, publicEndpoint }).link;
    expect(await link?.("0".repeat(22), FILE)).toMatch(
      /^https:\/\/files\.example\.org\/artifacts\/vedette\/0{22}\?/,
    );
  });

  test("returns an error value without the URL for a store that rejects or is unavailable", async () => {
    const credentials = { accessKeyId: "UNKNOWN", secretAccessKey: "wrong" };
    const refused = await openS3Artifacts({ ...server.location, credentials }).save(Buffer.from("a"), LARGE);
    expect(refused).toMatchObject({
      error: "unwritable",
      message: expect.stringContaining("InvalidAccessKeyId"),
    });
    const nowhere = { ...server.location, endpoint: "http://127.0.0.1:1" };
    const away = await openS3Artifacts(nowhere).save(Buffer.from("a"), LARGE);
    expect(away).toMatchObject({ error: "unwritable", message: expect.stringContaining("ECONNREFUSED") });
    expect(JSON.stringify([refused, away])).not.toContain("127.0.0.1");
  });

  test("rejects a start with an unusable bucket, but not during an outage of the store", async () => {
    await assertUsable({ s3: server.location });
    await assertUsable({ s3: { ...server.location, endpoint: "http://127.0.0.1:1" } });
    await expect(assertUsable({ s3: { ...server.location, bucket: "nowhere" } })).rejects.toThrow(
      "the bucket 'nowhere' does not exist",
    );
    const credentials = { accessKeyId: "UNKNOWN", secretAccessKey: "wrong" };
    await expect(assertUsable({ s3: { ...server.location, credentials } })).rejects.toThrow(
      "check the access key",
    );
  });

  test("ignores objects of another prefix in the same bucket", async () => {
    await savedIn({ ...server.location, prefix: "other/" }, Buffer.from("a"));
    const mine = openS3Artifacts({ ...server.location, prefix: "mine/" });
    const { key } = (await mine.save(Buffer.from("b"), LARGE)) as { key: string };
    const keys = [];
    for await (const found of mine.list(new Date(Date.now() + 60_000))) keys.push(found);
    expect(keys).toEqual([key]);
  });
});
