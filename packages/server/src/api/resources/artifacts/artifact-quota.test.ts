import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { collectAll } from "../../../../test/collect-all.ts";
import { makeArtifact, makeRun } from "../../../../test/make-run.ts";
import { ArtifactQuota } from "../../../pipeline/runs/artifact-quota.ts";
import { DiskArtifacts } from "../../../platform/artifacts/disk.ts";

const MEBIBYTE = 1_048_576;
const TOMORROW = new Date(Date.now() + 86_400_000);
let running: TestApp;
beforeAll(async () => {
  running = await startTestApp({ artifactBytesMax: MEBIBYTE });
});
afterAll(() => running.stop());

function upload(key: string, runId: string, content: Buffer) {
  const boundary = "-------of-the-test";
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `${field("kind", "log")}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.log"\r\ncontent-type: text/plain\r\n\r\n`;
  return running.call(key, {
    method: "POST",
    url: `/api/agent/runs/${runId}/artifacts`,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

describe("files of an organization's runs", () => {
  test("are accepted up to the quota and rejected above it with the name of the setting, per organization", async () => {
    const { database, artifacts } = running;
    const [mine, theirs] = [await makeOrg(database), await makeOrg(database)];
    const [runId, other] = [await makeRun(database, mine.orgId), await makeRun(database, theirs.orgId)];
    const big = Buffer.alloc(0.75 * MEBIBYTE, "x");
    expect((await upload(mine.keys.agent, runId, big)).statusCode).toBe(201);
    const rejected = await upload(mine.keys.agent, runId, big);
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json()).toMatchObject({
      error: {
        code: "FORBIDDEN",
        message: expect.stringContaining("VEDETTE_ARTIFACTS_MAX_MB_PER_ORGANIZATION"),
      },
    });
    expect(await collectAll(artifacts.list(TOMORROW))).toHaveLength(1);
    expect((await upload(theirs.keys.agent, other, big)).statusCode).toBe(201);
    expect((await upload(mine.keys.agent, runId, Buffer.alloc(0.25 * MEBIBYTE, "x"))).statusCode).toBe(201);
    // The quota is used up, so the request is rejected before the file is read.
    expect((await upload(mine.keys.agent, runId, Buffer.from("x"))).statusCode).toBe(403);
  });

  test("count once if several rows reference the same file, and never leave negative space", async () => {
    const { database, artifacts } = running;
    const { orgId } = await makeOrg(database);
    const input = { orgId, kind: "log", content: Buffer.alloc(600, "x") } as const;
    await makeArtifact({ db: database, artifacts }, { ...input, runId: await makeRun(database, orgId) });
    const clock = { monotonic: () => 0 };
    expect(await new ArtifactQuota({ bytesMax: 1_000, clock }).leftBytes(database, orgId)).toBe(400);
    expect(await new ArtifactQuota({ bytesMax: 500, clock }).leftBytes(database, orgId)).toBe(0);
    expect(await new ArtifactQuota({ bytesMax: null, clock }).leftBytes(database, orgId)).toBeNull();
  });

  test("are rejected with 503 while the disk has too little free space", async () => {
    const { database } = running;
    const { orgId, keys } = await makeOrg(database);
    const runId = await makeRun(database, orgId);
    const full = new DiskArtifacts({ directory: "/tmp", freeBytesMin: Number.MAX_SAFE_INTEGER });
    vi.spyOn(running.artifacts, "save").mockImplementationOnce((...input) => full.save(...input));
    const rejected = await upload(keys.agent, runId, Buffer.from("x"));
    expect(rejected.statusCode).toBe(503);
    expect(rejected.json()).toMatchObject({ error: { code: "SERVICE_UNAVAILABLE" } });
  });
});
