import { setTimeout as pause } from "node:timers/promises";
import { natsServerMissing } from "../../packages/server/test/servers/nats-server.ts";
import { type FaultRun, type Outcome, runFault } from "../scale/fault-run.ts";
import { countShards, LOCATION } from "../scale/fleet.ts";
import type { Fault } from "./fault.ts";
import { equal, mustBecome, secondsUntil } from "./measuring/verdicts.ts";
import { reportTwiceAndLate } from "./private-runners/repeated-reports.ts";
import { runTestFiles } from "./vitest/test-files.ts";

const RUN_MS = 30_000;
const ALERTED_SECONDS = 30;

export const fault: Fault = {
  name: "f14",
  what: "three schedulers at once, and reports that come twice, late, out of order or about a changed monitor",
  missing: natsServerMissing,
  async run(folder) {
    const [one, three] = [await runSchedulers(1), await runSchedulers(3)];
    return [
      equal(
        `records with three schedulers, compared with one (slots that the busy machine missed: ${countBusy(three.outcome)} and ${countBusy(one.outcome)})`,
        { measured: describeRecords(three.outcome), goal: describeRecords(one.outcome) },
      ),
      equal("alerts of one target that is down, with three schedulers", {
        measured: three.alerts,
        goal: one.alerts,
      }),
      ...(await reportTwiceAndLate()),
      await runTestFiles(folder, {
        what: "reports of a stale attempt or with a foreign ticket are dropped (counted in the receipt, not 409 or 410)",
        files: [
          "packages/server/src/pipeline/runs/coordinator",
          "packages/server/src/api/resources/runners/runners.test",
        ],
      }),
    ];
  },
};

async function runSchedulers(schedulers: number): Promise<{ outcome: Outcome; alerts: number }> {
  let alerts = 0;
  const outcome = await runFault({ schedulers }, async (run) => {
    const { fleet, fault } = run;
    await createDownMonitor(run);
    fault();
    await mustBecome("every scheduler holds shards", async () =>
      (await countShards(fleet.schedulers)).every((shards) => shards > 0),
    );
    await pause(RUN_MS);
    await secondsUntil(async () => (await countAlerts(run)) > 0, ALERTED_SECONDS);
    alerts = await countAlerts(run);
  });
  return { outcome, alerts };
}

/** Its assertion never holds, so the rule of the load opens an alert. */
async function createDownMonitor({ fleet, target }: FaultRun): Promise<void> {
  const assertions = [{ type: "status_code", operator: "equals", value: 418 }];
  const fields = {
    name: "down",
    type: "url",
    url: `${target.url}/?down`,
    interval: 1,
    retries: 0,
    assertions,
  };
  const { status, text } = await fleet.api.request("POST", "/api/v1/monitors", {
    ...fields,
    locations: [LOCATION],
  });
  if (status !== 201) throw new Error(`the monitor was rejected: ${text}`);
}

async function countAlerts({ fleet }: FaultRun): Promise<number> {
  const { body } = await fleet.api.request("GET", "/api/v1/alerts");
  return (body as { data: unknown[] }).data.length;
}

/** Slots whose check did not start in time, or whose predecessor still ran: the load of the machine decides these. */
const BUSY_REASONS = ["late", "overload", "stalled", "running"];

function countBusy({ slots: { reasons } }: Outcome): number {
  return BUSY_REASONS.reduce((sum, reason) => sum + (reasons[reason] ?? 0), 0);
}

function describeRecords(outcome: Outcome): string {
  const { missed, skipped, doubled, lost } = outcome.slots;
  const otherwise = missed + skipped - countBusy(outcome);
  return `${otherwise} missed for another reason, ${doubled} doubled, ${lost} without a record`;
}
