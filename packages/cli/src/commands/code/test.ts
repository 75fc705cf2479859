import { CodeClient } from "../../code/code-client.ts";
import { readProject } from "../../code/project-files.ts";
import { runTests, type TestOutcome } from "../../code/run-tests.ts";
import { testRequests } from "../../code/test-requests.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printable, printableLine } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

export const testProject = defineCommand({
  words: "code test",
  summary: "Runs the targets of the files once, as they are in the files; nothing is stored",
  arguments: { keys: { summary: "Keys of targets (default: all)", isOptional: true, isList: true } },
  options: {
    tag: { type: "string", value: "TAG", isList: true, summary: "Only targets with one of these tags" },
    location: { type: "string", value: "NAME", summary: "Location in place of those of the targets" },
    "base-url": {
      type: "string",
      value: "URL",
      summary: "Replaces the origin of the first URL of each target, such as a preview",
    },
    env: { type: "string", value: "NAME=VALUE", isList: true, summary: "Value of a variable" },
  },
  async run({ arguments: { keys = [] }, options }, context) {
    const variables = Object.fromEntries((options.env ?? []).map(parsePair));
    assertBaseUrl(options["base-url"]);
    const project = await readProject([], context);
    if (!project) return EXIT.down;
    const requests = testRequests(project.read.resources, {
      ...{ keys, variables, tags: options.tag ?? [] },
      ...{ location: options.location, baseUrl: options["base-url"] },
    });
    if (requests.length === 0) throw new UsageError("No target of the files can be tested, or has the tag.");
    const isTable = context.format === "table";
    const outcomes = await runTests(new CodeClient(context.settings()), requests, (outcome) => {
      if (isTable) context.print(outcomeText(outcome));
    });
    const failed = outcomes.filter(({ status }) => status === "failed").length;
    await context.write(outcomes, () => `${outcomes.length - failed} passed, ${failed} failed.`);
    return failed === 0 ? EXIT.ok : EXIT.down;
  },
});

function parsePair(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`--env is '${text}': write NAME=VALUE.`);
}

function assertBaseUrl(text: string | undefined): void {
  if (text === undefined || /^https?:$/.test(URL.parse(text)?.protocol ?? "")) return;
  throw new UsageError(`--base-url is '${text}', which is not a URL such as https://pr-7.example.org.`);
}

function outcomeText({ kind, key, status, duration_ms: ms, message }: TestOutcome): string {
  const time = ms === null ? "" : `  ${Math.round(ms)} ms`;
  const line = `${status}  ${kind} ${printableLine(key)}${time}`;
  return message === null ? line : `${line}\n${printable(message).replace(/^/gm, "        ")}`;
}
