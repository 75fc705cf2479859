import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { followRun } from "./follow-run.ts";
import { exitCodeOfRuns, runsText } from "./run-text.ts";
import { readWaitMs } from "./wait-options.ts";

const usage = "runs wait ID [--timeout SECONDS] [--json]";

export const waitForRun: Command = {
  usage,
  summary: "Waits until a run has finished, at most 600 seconds or SECONDS; exits with code 1 if it failed",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: { timeout: { type: "string" } }, usage });
    const id = readId(positionals, { usage, noun: "run" });
    const timeoutMs = readWaitMs(values.timeout, usage);
    const run = await followRun(clientOf(values.server, terminal), id, timeoutMs);
    terminal.print(values.json ? JSON.stringify(run, null, 2) : runsText([run]));
    return exitCodeOfRuns([run]);
  },
};
