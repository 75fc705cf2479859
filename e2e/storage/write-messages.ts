import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { recordMessages } from "../../packages/server/test/releases/record-messages.ts";
import { MESSAGES, RELEASES } from "../../packages/server/test/releases/release-messages.ts";
import { createApiMonitor, trigger } from "../harness/api-monitors.ts";
import { startFleet } from "../harness/fleet.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitor } from "../harness/monitors.ts";
import { startTarget } from "../harness/target.ts";

/** Not one of the tests: `npm run release-fixture` records what the processes of a release send each other over NATS. */

const lab = createLab(afterAll);
const POLL = { timeout: 60_000, interval: 100 };

test("writes the messages of this release", async () => {
  const [fleet, target] = await Promise.all([startFleet(lab), startTarget()]);
  const api = await fleet.start("api,scheduler");
  await fleet.start("runner", { args: ["--location", "eu"] });
  const { recorded, readPresence, close } = await recordMessages(fleet.nats.url);
  const locations = ["eu", "taken"];
  const known = async () => (await api.request("GET", "/api/v1/locations")).text;
  await expect.poll(known, POLL).toMatch(/"eu".*"taken"/s);
  await createMonitor(api, {
    ...{ url: target.url("/check"), locations, interval: 5, headers: { accept: "text/plain" } },
    assertions: [{ type: "status_code", operator: "equals", value: "200" }],
  });
  const steps = [{ name: "first", url: target.url("/step") }];
  const run = await createApiMonitor(api, { steps, locations });
  await trigger(api, run.id);
  const whole = ["check_jobs", "run_job", "check_reports", "run_report"];
  await expect.poll(() => Object.keys(recorded).sort(), POLL).toEqual(whole.toSorted());

  await readPresence("eu");
  expect(recorded.presence).toBeDefined();
  const newest = (await readdir(RELEASES, { withFileTypes: true }))
    .filter((each) => each.isDirectory())
    .at(-1);
  await writeFile(join(RELEASES, newest?.name ?? "", MESSAGES), `${JSON.stringify(recorded, null, 2)}\n`);
  await close();
  await fleet.stop();
  await target.close();
});
