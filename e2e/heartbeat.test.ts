import { afterEach, beforeEach, expect, test } from "vitest";
import { createLab } from "./harness/lab.ts";
import { startTarget, type Target } from "./harness/target.ts";

/** The dead man's switch, from outside: it is called once all is well, and its address is told to nobody. */

const lab = createLab(afterEach);

let target: Target;
beforeEach(async () => {
  target = await startTarget();
});
afterEach(() => target.close());

test("whoever waits for a heartbeat is called as soon as Vedette does its work", async () => {
  const env = { VEDETTE_HEARTBEAT_URL: target.url("/ping/e2e-token") };
  const vedette = await lab.start({ dataDir: await lab.newDataDir(), env });
  await expect.poll(() => target.hits("/ping/e2e-token"), { timeout: 20_000, interval: 50 }).toBe(1);
  await vedette.stop();
  expect(`${vedette.stdout}${vedette.stderrLines().join("\n")}`).not.toContain("e2e-token");
});
