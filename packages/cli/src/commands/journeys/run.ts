import type { JourneyTriggerInput } from "@vedette/contract/journeys/journeys.ts";
import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { followRun } from "../runs/follow-run.ts";
import { exitCodeOfRuns, runsText } from "../runs/run-text.ts";
import { assertWaits, readWaitMs } from "../runs/wait-options.ts";

const usage =
  "journeys run ID [--wait [--timeout SECONDS]] [--location NAME] [--base-url URL] [--variable NAME=VALUE]… [--json]";

const options = {
  wait: { type: "boolean" },
  timeout: { type: "string" },
  location: { type: "string" },
  "base-url": { type: "string" },
  variable: { type: "string", multiple: true },
} as const;

export const runJourney: Command = {
  usage,
  summary:
    "Runs a journey now and prints the run ID; with --wait, prints its result and exits with code 1 if it failed",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    const id = readId(positionals, { usage, noun: "journey" });
    assertWaits(values, usage);
    const timeoutMs = readWaitMs(values.timeout, usage);
    const client = clientOf(values.server, terminal);
    const started = await client.runJourney(id, overridesOf(values));
    terminal.complain(`Run ${started.id}: ${started.web_url}`);
    if (!values.wait) {
      terminal.print(values.json ? JSON.stringify(started, null, 2) : started.id);
      return EXIT.ok;
    }
    const run = await followRun(client, started.id, timeoutMs);
    terminal.print(values.json ? JSON.stringify(run, null, 2) : runsText([run]));
    return exitCodeOfRuns([run]);
  },
};

function overridesOf(values: {
  location?: string;
  "base-url"?: string;
  variable?: string[];
}): JourneyTriggerInput {
  const { location, "base-url": baseUrl, variable: variables = [] } = values;
  const given = variables.map((text): [string, string] => {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`--variable is '${text}', which is not NAME=VALUE. Usage: vdt ${usage}`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return {
    ...(location !== undefined && { location }),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(given.length > 0 && { variables: Object.fromEntries(given) }),
  };
}
