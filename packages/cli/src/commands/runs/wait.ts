import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { followRun } from "./follow-run.ts";
import { exitCodeOfRuns, runsText } from "./run-text.ts";
import { readWaitMs } from "./wait-options.ts";

export const waitForRun = defineCommand({
  words: "runs wait",
  summary: "Waits until a run has finished, at most 600 seconds or SECONDS; exits with code 1 if it failed",
  arguments: { id: { summary: "ID of the run" } },
  options: {
    timeout: { type: "number", value: "seconds", summary: "longest wait (default: 600)" },
  },
  async run({ arguments: { id }, options }, context) {
    const timeoutMs = readWaitMs(options.timeout);
    const run = await followRun(new Client(context.settings()), id, timeoutMs);
    await context.write(run, () => runsText([run]));
    return exitCodeOfRuns([run]);
  },
});
