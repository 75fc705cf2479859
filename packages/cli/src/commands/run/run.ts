import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { readEnvFile } from "../../env-file.ts";
import { UsageError } from "../../exit-codes.ts";
import { ResourceClient } from "../../nouns/resource-client.ts";
import { exitCodeOfOutcomes } from "./outcome.ts";
import { openReporters } from "./reporters/reporters.ts";
import { runTargets } from "./run-targets.ts";
import { selectTargets } from "./select-targets.ts";

/** Longer than most runs including retries. */
const WAIT_SECONDS_DEFAULT = 600;
const WAIT_SECONDS_MAX = 86_400;

export const run = defineCommand({
  words: "run",
  summary:
    "Checks monitors and runs API monitors and journeys now, at most four at a time, and waits; exits with code 1 if one failed",
  options: {
    tag: { type: "string", value: "tag", summary: "tag of targets; may be repeated", isList: true },
    target: { type: "string", value: "id", summary: "ID of a target; may be repeated", isList: true },
    location: { type: "string", value: "name", summary: "run at this location only" },
    "env-file": { type: "string", value: "file", summary: "variables of journeys as NAME=VALUE; no secrets" },
    "base-url": {
      type: "string",
      value: "url",
      summary: "origin for journeys, such as that of a preview; other targets are skipped",
    },
    wait: { type: "number", value: "seconds", summary: "longest wait (default: 600)" },
    reporter: {
      type: "string",
      value: "list",
      summary: "list, junit, github, json, tap, separated by commas, each with =FILE (default: list)",
      isList: true,
    },
  },
  async run({ options }, context) {
    const { tag: tags = [], target: ids = [], location, "base-url": baseUrl, "env-file": envFile } = options;
    if (tags.length === 0 && ids.length === 0)
      throw new UsageError("Name the targets with --tag or --target. Usage: vdt run --tag <tag>");
    const timeoutMs = readWaitMs(options.wait);
    const settings = context.settings();
    const variables = envFile === undefined ? {} : await readEnvFile(envFile, context);
    const fallback = context.format === "json" ? "json" : "list";
    const reporting = await openReporters(options.reporter ?? [fallback], context);
    const targets = await selectTargets(new ResourceClient(settings), { tags, ids });
    if (targets.length === 0)
      throw new UsageError(`No monitor, API monitor or journey has the tag ${tags.join(" or ")}.`);
    const startedAt = performance.now();
    const outcomes = await runTargets(new Client(settings), targets, {
      ...{ location, baseUrl, variables, timeoutMs },
      named: new Set(ids),
      report: reporting.report,
    });
    await reporting.end({ outcomes, durationMs: performance.now() - startedAt });
    if (outcomes.every(({ status }) => status === "skipped"))
      throw new UsageError("Every target was skipped, so nothing was tested.");
    return exitCodeOfOutcomes(outcomes);
  },
});

function readWaitMs(seconds = WAIT_SECONDS_DEFAULT): number {
  if (seconds > 0 && seconds <= WAIT_SECONDS_MAX) return seconds * 1_000;
  throw new UsageError(`--wait must be above 0 and at most ${WAIT_SECONDS_MAX} seconds.`);
}
