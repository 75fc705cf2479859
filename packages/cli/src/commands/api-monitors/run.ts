import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { followRun } from "../runs/follow-run.ts";
import { exitCodeOfRuns, runsText } from "../runs/run-text.ts";
import { assertWaits, readWaitMs } from "../runs/wait-options.ts";

const usage = "api-monitors run ID [--wait [--timeout SECONDS]] [--location NAME] [--json]";

const options = {
  wait: { type: "boolean" },
  timeout: { type: "string" },
  location: { type: "string" },
} as const;

export const runApiMonitor: Command = {
  usage,
  summary:
    "Runs an API monitor now at its locations and prints the run IDs; with --wait, prints their results and exits with code 1 if one failed",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    const id = readId(positionals, { usage, noun: "API monitor" });
    assertWaits(values, usage);
    const timeoutMs = readWaitMs(values.timeout, usage);
    const client = clientOf(values.server, terminal);
    const runIds = await client.runApiMonitor(id, values.location);
    if (!values.wait) {
      terminal.print(values.json ? JSON.stringify({ run_ids: runIds }, null, 2) : runIds.join("\n"));
      return EXIT.ok;
    }
    terminal.complain(`Waiting for ${runIds.join(", ")}.`);
    const runs = await Promise.all(runIds.map((runId) => followRun(client, runId, timeoutMs)));
    terminal.print(values.json ? JSON.stringify(runs, null, 2) : runsText(runs));
    return exitCodeOfRuns(runs);
  },
};
