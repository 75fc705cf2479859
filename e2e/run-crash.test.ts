import { afterEach, describe, expect, test } from "vitest";
import { json, startApi } from "../packages/server/test/servers/api-target.ts";
import { createApiMonitor, getRun, listRuns, trigger } from "./harness/api-monitors.ts";
import { createLab } from "./harness/lab.ts";

/** kill -9 in the middle of runs: each run ends, and the schedule continues. */

const lab = createLab(afterEach);
/** A lost run fails at its deadline: its timeout plus thirty seconds. */
const POLL = { timeout: 60_000, interval: 200 };

describe("kill -9 of the service", () => {
  test("leaves no run open: running ones become failed attempts, queued ones are executed", async () => {
    let isSlow = true;
    const api = await startApi((_, response) => {
      if (!isSlow) json(response, 200, {});
    });
    const dataDir = await lab.newDataDir();
    const vedette = await lab.start({ dataDir });
    const made = await Promise.all(
      [0, 1].map((maxRetries) =>
        createApiMonitor(vedette, {
          steps: [{ name: "one", url: api.url }],
          interval: 2,
          timeout: 1.5,
          max_retries: maxRetries,
        }),
      ),
    );
    const triggered = await Promise.all(
      made.flatMap(({ id }) => [trigger(vedette, id), trigger(vedette, id)]),
    );
    await expect.poll(() => api.got.length, POLL).toBeGreaterThanOrEqual(2);
    await vedette.kill9();
    isSlow = false;

    const again = await lab.start({ dataDir, key: vedette.key });
    const statuses = () => Promise.all(triggered.map(async ({ id }) => (await getRun(again, id)).status));
    await expect
      .poll(async () => (await statuses()).every((status) => /passed|failed/.test(status)), POLL)
      .toBe(true);
    for (const { id } of made) {
      await expect.poll(async () => (await listRuns(again, id))[0]?.status, POLL).toBe("passed");
      const runs = await listRuns(again, id);
      const lost = runs.filter(({ error }) => error?.code === "RUNNER_LOST");
      expect(lost.length).toBeLessThanOrEqual(1);
      // A run that Vedette lost does not count as downtime of the API.
      expect(runs.filter(({ status }) => status === "failed").map(({ error }) => error?.code)).toEqual(
        runs
          .filter(({ status }) => status === "failed")
          .map(() => expect.stringMatching(/RUNNER_LOST|TIMEOUT/)),
      );
    }
    await api.close();
  });
});
