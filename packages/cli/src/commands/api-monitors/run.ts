import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";
import { followRun } from "../runs/follow-run.ts";
import { exitCodeOfRuns, runsText } from "../runs/run-text.ts";
import { assertWaits, readWaitMs } from "../runs/wait-options.ts";

export const runApiMonitor = defineCommand({
  words: "api-monitors run",
  summary:
    "Runs an API monitor now at its locations and prints the run IDs; with --wait, prints their results and exits with code 1 if one failed",
  arguments: { id: { summary: "ID of the API monitor" } },
  options: {
    wait: { type: "boolean", summary: "wait for the result" },
    timeout: { type: "number", value: "seconds", summary: "longest wait (default: 600)" },
    location: { type: "string", value: "name", summary: "name of a location" },
  },
  async run({ arguments: { id }, options }, context) {
    assertWaits(options);
    const timeoutMs = readWaitMs(options.timeout);
    const client = new Client(context.settings());
    const runIds = await client.runApiMonitor(id, options.location);
    if (!options.wait) {
      await context.write({ run_ids: runIds }, () => runIds.join("\n"));
      return EXIT.ok;
    }
    context.complain(`Waiting for ${runIds.join(", ")}.`);
    const runs = await Promise.all(runIds.map((runId) => followRun(client, runId, timeoutMs)));
    await context.write(runs, () => runsText(runs));
    return exitCodeOfRuns(runs);
  },
});
