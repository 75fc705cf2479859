import type { JourneyTriggerInput } from "@vedette/contract/journeys/journeys.ts";
import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { followRun } from "../runs/follow-run.ts";
import { exitCodeOfRuns, runsText } from "../runs/run-text.ts";
import { assertWaits, readWaitMs } from "../runs/wait-options.ts";

export const runJourney = defineCommand({
  words: "journeys run",
  summary:
    "Runs a journey now and prints the run ID; with --wait, prints its result and exits with code 1 if it failed",
  arguments: { id: { summary: "ID of the journey" } },
  options: {
    wait: { type: "boolean", summary: "wait for the result" },
    timeout: { type: "number", value: "seconds", summary: "longest wait (default: 600)" },
    location: { type: "string", value: "name", summary: "name of a location" },
    "base-url": { type: "string", value: "url", summary: "base URL of the run, such as that of a preview" },
    variable: {
      type: "string",
      value: "name=value",
      summary: "variable of the run; may be repeated",
      isList: true,
    },
  },
  async run({ arguments: { id }, options }, context) {
    assertWaits(options);
    const timeoutMs = readWaitMs(options.timeout);
    const client = new Client(context.settings());
    const started = await client.runJourney(id, overridesOf(options));
    context.complain(`Run ${started.id}: ${started.web_url}`);
    if (!options.wait) {
      await context.write(started, () => started.id);
      return EXIT.ok;
    }
    const run = await followRun(client, started.id, timeoutMs);
    await context.write(run, () => runsText([run]));
    return exitCodeOfRuns([run]);
  },
});

type Overrides = {
  location: string | undefined;
  "base-url": string | undefined;
  variable: string[] | undefined;
};

function overridesOf(options: Overrides): JourneyTriggerInput {
  const { location, "base-url": baseUrl, variable: variables = [] } = options;
  const given = variables.map((text): [string, string] => {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`--variable is '${text}', which is not NAME=VALUE.`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return {
    ...(location !== undefined && { location }),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(given.length > 0 && { variables: Object.fromEntries(given) }),
  };
}
