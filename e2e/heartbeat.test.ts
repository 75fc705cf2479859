import { afterEach, beforeEach, expect, test } from "vitest";
import { createLab } from "./harness/lab.ts";
import { startTarget, type Target } from "./harness/target.ts";

/** The outgoing heartbeat: it is sent while the service works, and its URL is never shown. */

const lab = createLab(afterEach);

let target: Target;
beforeEach(async () => {
  target = await startTarget();
});
afterEach(() => target.close());

test("the receiver gets a heartbeat as soon as Vedette is ready", async () => {
  const env = { VEDETTE_HEARTBEAT_URL: target.url("/ping/e2e-token") };
  const vedette = await lab.start({ dataDir: await lab.newDataDir(), env });
  await expect.poll(() => target.hits("/ping/e2e-token"), { timeout: 20_000, interval: 50 }).toBe(1);
  await vedette.stop();
  expect(`${vedette.stdout}${vedette.stderrLines().join("\n")}`).not.toContain("e2e-token");
});
