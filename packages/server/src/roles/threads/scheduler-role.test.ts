import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import { expect, test } from "vitest";
import { makeOrg, startTestApp } from "../../../test/app.ts";
import { upOutcome } from "../../../test/checks.ts";
import { startSchedulerRole } from "../../../test/servers/scheduled-app.ts";
import { systemClock } from "../../platform/kernel/clock.ts";

const STOP_MS = 5_000;
const MONITORS = 5;

test("the reports of the checks that are due at a start are taken", async () => {
  const running = await startTestApp();
  const { database, queue } = running;
  const org = await makeOrg(database);
  const call = async (method: "GET" | "POST", url: string, payload?: object) =>
    (await running.call(org.keys.admin, { method, url, ...(payload && { payload }) })).json().data;
  const urls: string[] = [];
  for (let number = 0; number < MONITORS; number += 1) {
    const monitor = { name: `${number}`, type: "url", url: "https://shop.example", interval: 60 };
    const { id } = await call("POST", "/api/v1/monitors", monitor);
    urls.push(`/api/v1/monitors/${id}/results`);
  }
  // A runner that responds at once.
  queue.takeJobs("default", (jobs) =>
    queue.publishReports(
      jobs.map(
        ({ seriesKey, shard, slotMs, location }): CheckReport => ({
          ...{ seriesKey, shard, slotMs, location, trigger: "schedule", runner: "r1", outcome: upOutcome() },
        }),
      ),
    ),
  );
  const role = await startSchedulerRole(running);
  for (const url of urls) await expect.poll(async () => (await call("GET", url)).length).toBe(1);
  expect(role.state()).toMatchObject({ series: MONITORS, inFlight: 0 });
  await role.stop(systemClock.monotonic() + STOP_MS);
  await running.stop();
});
