import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { missingChromium } from "../packages/server/test/journey-harness.ts";
import { startS3Server } from "../packages/server/test/servers/s3-server.ts";
import { startWebShop } from "../packages/server/test/servers/web-shop.ts";
import { createJourney, runToEnd } from "./harness/journeys.ts";
import { createLab } from "./harness/lab.ts";

/** Artifacts in a bucket instead of on disk, with the real process. */

const missing = await missingChromium();
const lab = createLab(afterAll);

describe.skipIf(missing !== null)(`artifacts in S3${missing ? `: ${missing}` : ""}`, () => {
  test("a screenshot is only in the bucket, the API serves it, and its link points to the bucket", async () => {
    const store = await startS3Server();
    const shop = await startWebShop();
    const dataDir = await lab.newDataDir();
    const { bucket, prefix, endpoint, credentials } = store.location;
    const vedette = await lab.start({
      dataDir,
      env: {
        S3_BUCKET: bucket,
        S3_PREFIX: prefix,
        S3_ENDPOINT: endpoint ?? "",
        S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? "",
        S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? "",
      },
    });
    const { id } = await createJourney(vedette, {
      steps: [
        { action: "goto", url: `${shop.url}/` },
        { action: "screenshot", label: "home" },
      ],
    });
    const { run } = await runToEnd(vedette, id);
    const screenshot = run.artifacts?.find(({ kind }) => kind === "screenshot");
    expect(run).toMatchObject({ status: "passed", error: null });
    const shown = await fetch(screenshot?.url ?? "", { headers: { authorization: `Bearer ${vedette.key}` } });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);

    const link = await vedette.request("POST", `/api/v1/artifacts/${screenshot?.id}/link`);
    const { url } = (link.body as { data: { url: string } }).data;
    expect(url.startsWith(`${endpoint}/`)).toBe(true);
    const linked = await fetch(url);
    expect(linked.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w.-]+\.png"$/);
    expect(Buffer.from(await linked.arrayBuffer()).equals(Buffer.from(await shown.arrayBuffer()))).toBe(true);
    expect(await readdir(join(dataDir, "artifacts")).catch(() => [])).toEqual([]);
    await Promise.all([shop.close(), store.close()]);
  });
});
