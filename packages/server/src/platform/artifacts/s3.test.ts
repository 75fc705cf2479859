import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startS3Server } from "../../../test/servers/s3-server.ts";
import { assertUsable } from "./open-artifacts.ts";
import { openS3Artifacts, type S3Location } from "./s3-client.ts";

/** What only a store of S3 can get wrong; what every store promises is in `artifact-store.test.ts`. */

let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

const LARGE = { bytesMax: 50_000_000 };
const FILE = { contentType: "application/zip", fileName: "trace.zip", seconds: 60 };

async function savedIn(place: S3Location, content: Buffer | Readable) {
  const saved = await openS3Artifacts(place).save(content, LARGE);
  if ("fault" in saved) throw new Error(saved.message);
  return saved.key;
}

describe("artifacts in S3", () => {
  test("a stream of several parts is given back as it came", async () => {
    const chunk = Buffer.alloc(1_000_000, "part of a trace ");
    const key = await savedIn(server.place, Readable.from(Array.from({ length: 12 }, () => chunk)));
    const opened = await openS3Artifacts(server.place).open(key);
    expect(opened?.bytes).toBe(12_000_000);
    const content = Buffer.concat((await opened?.stream.toArray()) ?? []);
    expect(content.equals(Buffer.concat(Array.from({ length: 12 }, () => chunk)))).toBe(true);
  });

  test("a link gives the file without a credential, to be saved and as the type that it was signed for", async () => {
    const store = openS3Artifacts(server.place);
    const key = await savedIn(server.place, Buffer.from("<script>alert(1)</script>"));
    const url = (await store.link?.(key, FILE)) ?? "";
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, "<script>alert(1)</script>"]);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="trace.zip"');
    // Our test server checks no signature of its own, Amazon's SDK makes it: what it is to cover is what is told here.
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      "X-Amz-Expires": "60",
      "X-Amz-Signature": expect.stringMatching(/^[0-9a-f]{64}$/),
      "response-content-type": "application/zip",
    });
  });

  test("has no links where the API is to give every file", () => {
    expect(openS3Artifacts({ ...server.place, links: "proxied" }).link).toBeNull();
  });

  test("a link names the address that people's browsers reach", async () => {
    const publicEndpoint = "https://files.example.org";
    const link = openS3Artifacts({ ...server.place, publicEndpoint }).link;
    expect(await link?.("0".repeat(22), FILE)).toMatch(
      /^https:\/\/files\.example\.org\/artifacts\/vedette\/0{22}\?/,
    );
  });

  test("a store that refuses or is away is told as a value, without its address", async () => {
    const credentials = { accessKeyId: "UNKNOWN", secretAccessKey: "wrong" };
    const refused = await openS3Artifacts({ ...server.place, credentials }).save(Buffer.from("a"), LARGE);
    expect(refused).toMatchObject({
      fault: "unwritable",
      message: expect.stringContaining("InvalidAccessKeyId"),
    });
    const nowhere = { ...server.place, endpoint: "http://127.0.0.1:1" };
    const away = await openS3Artifacts(nowhere).save(Buffer.from("a"), LARGE);
    expect(away).toMatchObject({ fault: "unwritable", message: expect.stringContaining("ECONNREFUSED") });
    expect(JSON.stringify([refused, away])).not.toContain("127.0.0.1");
  });

  test("a start is refused for a bucket that could never be used, and not for a store that is away", async () => {
    await assertUsable({ s3: server.place });
    await assertUsable({ s3: { ...server.place, endpoint: "http://127.0.0.1:1" } });
    await expect(assertUsable({ s3: { ...server.place, bucket: "nowhere" } })).rejects.toThrow(
      "there is no bucket 'nowhere'",
    );
    const credentials = { accessKeyId: "UNKNOWN", secretAccessKey: "wrong" };
    await expect(assertUsable({ s3: { ...server.place, credentials } })).rejects.toThrow("is the key right");
  });

  test("sees nothing of another prefix in the same bucket", async () => {
    await savedIn({ ...server.place, prefix: "other/" }, Buffer.from("a"));
    const mine = openS3Artifacts({ ...server.place, prefix: "mine/" });
    const { key } = (await mine.save(Buffer.from("b"), LARGE)) as { key: string };
    const keys = [];
    for await (const found of mine.list(new Date(Date.now() + 60_000))) keys.push(found);
    expect(keys).toEqual([key]);
  });
});
