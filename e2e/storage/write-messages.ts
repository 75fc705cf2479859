import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { jetstream } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { connect } from "@nats-io/transport-node";
import { afterAll, expect, test } from "vitest";
import { parsed } from "../../packages/server/src/engine/queue/nats/wire.ts";
import { createNatsQueue } from "../../packages/server/src/engine/queue/nats.ts";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import { silentLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import {
  MESSAGES,
  RELEASES,
  type ReleaseMessages,
} from "../../packages/server/test/releases/release-messages.ts";
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
  const recorded: Partial<ReleaseMessages> = {};
  const nc = await connect({ servers: fleet.nats.url });
  nc.subscribe("vedette.reports.*", {
    callback(_, { data }) {
      recorded.check_reports ??= parsed(data) ?? [];
    },
  });
  nc.subscribe("vedette.run-reports", {
    callback(_, { data }) {
      const report = parsed<ReleaseMessages["run_report"]>(data);
      if (report?.event === "finished") recorded.run_report ??= report;
    },
  });
  const api = await fleet.start("api,scheduler");
  await fleet.start("runner", { args: ["--location", "eu"] });
  // Takes the jobs of another location, which only a process with a key can read.
  const taker = await createNatsQueue({
    ...{
      servers: [fleet.nats.url],
      clock: systemClock,
      log: silentLogger,
      name: "taker",
      isRunnerOnly: true,
    },
  });
  taker.takeJobs("taken", (jobs) => {
    recorded.check_jobs ??= [...jobs];
  });
  taker.takeRuns({ location: "taken", kinds: ["api_monitor"] }, ([job]) => {
    if (job) recorded.run_job ??= job;
  });
  taker.announce("taker", "taken");

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

  const bucket = await new Kvm(jetstream(nc)).open("vedette-runners");
  for await (const key of await bucket.keys()) {
    const entry = await bucket.get(key);
    if (entry?.string().includes('"eu"')) recorded.presence = entry.json();
  }
  expect(recorded.presence).toBeDefined();
  const newest = (await readdir(RELEASES, { withFileTypes: true }))
    .filter((each) => each.isDirectory())
    .at(-1);
  await writeFile(join(RELEASES, newest?.name ?? "", MESSAGES), `${JSON.stringify(recorded, null, 2)}\n`);
  await taker.close();
  await nc.close();
  await fleet.stop();
  await target.close();
});
