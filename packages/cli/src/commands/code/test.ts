import { CodeClient } from "../../code/code-client.ts";
import { readProject } from "../../code/project-files.ts";
import { runTests } from "../../code/run-tests.ts";
import { testRequests } from "../../code/test-requests.ts";
import { defineCommand } from "../../command-line/command.ts";
import { readEnvFile } from "../../env-file.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { exitCodeOfOutcomes } from "../run/outcome.ts";
import { openReporters } from "../run/reporters/reporters.ts";

export const testProject = defineCommand({
  words: "code test",
  summary: "Runs the targets of the files once, as they are in the files; nothing is stored",
  arguments: { keys: { summary: "keys of targets (default: all)", isOptional: true, isList: true } },
  options: {
    tag: {
      type: "string",
      value: "tag",
      isList: true,
      summary: "only targets with the tag; may be repeated",
    },
    location: { type: "string", value: "name", summary: "location in place of those of the targets" },
    "base-url": {
      type: "string",
      value: "url",
      summary: "replaces the origin of the first URL of each target, such as by that of a preview",
    },
    env: {
      type: "string",
      value: "name=value",
      isList: true,
      summary: "value of a variable; may be repeated",
    },
    "env-file": { type: "string", value: "file", summary: "values of variables as NAME=VALUE" },
    reporter: {
      type: "string",
      value: "list",
      summary: "list, junit, github, json, tap, separated by commas, each with =FILE (default: list)",
      isList: true,
    },
  },
  async run({ arguments: { keys = [] }, options }, context) {
    const { tag: tags = [], location, "base-url": baseUrl, "env-file": envFile, reporter } = options;
    const given = Object.fromEntries((options.env ?? []).map(parsePair));
    assertBaseUrl(baseUrl);
    const variables = { ...(envFile === undefined ? {} : await readEnvFile(envFile, context)), ...given };
    const project = await readProject([], context);
    if (!project) return EXIT.down;
    const requests = testRequests(project.read.resources, { keys, tags, location, baseUrl, variables });
    if (requests.length === 0) throw new UsageError("No target of the files has the tag, or can be tested.");
    const fallback = context.format === "json" ? "json" : "list";
    const reporting = await openReporters(reporter ?? [fallback], context);
    const startedAt = performance.now();
    const outcomes = await runTests(new CodeClient(context.settings()), requests, reporting.report);
    await reporting.end({ outcomes, durationMs: performance.now() - startedAt });
    return exitCodeOfOutcomes(outcomes);
  },
});

function parsePair(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`--env is '${text}': write NAME=VALUE.`);
}

function assertBaseUrl(text: string | undefined): void {
  if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return;
  throw new UsageError(`--base-url is '${text}', which is not a URL such as https://pr-7.example.org.`);
}
