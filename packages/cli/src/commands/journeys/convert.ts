import { resolve } from "node:path";
import { convertRecordedScript, testsOfScript } from "@vedette/contract/recorded-script/recorded-script.ts";
import { defineCommand } from "../../command-line/command.ts";
import type { CommandContext } from "../../command-line/command-context.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { readRecordedFile } from "../../recorded-file.ts";
import { lossesText } from "./losses.ts";

export const convertJourney = defineCommand({
  words: "journeys convert",
  summary:
    "Converts a recorded Playwright script to steps in JSON: its only test, the test NAME, or with --all every test; --json adds what could not be converted; exits with code 1 if there are no steps",
  arguments: { file: { summary: "recorded Playwright script" } },
  options: {
    test: { type: "string", value: "name", summary: "name of the test" },
    all: { type: "boolean", summary: "convert every test" },
  },
  async run({ arguments: { file }, options }, context) {
    if (options.all && options.test !== undefined) {
      throw new UsageError(`Use either --test or --all.`);
    }
    const script = await readRecordedFile(resolve(context.folder, file));
    const isJson = context.format === "json";
    if (options.all) return convertAll(script, { isJson, context });
    const converted = convertRecordedScript(script, selectedTest(script, options.test));
    context.print(JSON.stringify(isJson ? converted : converted.steps, null, 2));
    if (!isJson) printLosses(converted.not_converted, context);
    return converted.steps.length === 0 ? EXIT.down : EXIT.ok;
  },
});

function convertAll(
  script: string,
  { isJson, context }: { isJson: boolean; context: CommandContext },
): number {
  const converted = testsOfScript(script).map((name, index) => ({
    name,
    ...convertRecordedScript(script, index),
  }));
  const shown = isJson ? converted : converted.map(({ name, steps }) => ({ name, steps }));
  context.print(JSON.stringify(shown, null, 2));
  if (!isJson) {
    for (const { name, not_converted: losses } of converted) {
      if (losses.length > 0) context.complain(`${printableLine(name)}:`);
      printLosses(losses, context);
    }
  }
  return converted.some(({ steps }) => steps.length > 0) ? EXIT.ok : EXIT.down;
}

function printLosses(
  losses: ReturnType<typeof convertRecordedScript>["not_converted"],
  context: CommandContext,
): void {
  if (losses.length > 0) context.complain(`Not converted:\n${lossesText(losses)}`);
}

/** Returns the index of the test in the file; null if the file has at most one test. */
function selectedTest(script: string, wanted: string | undefined): number | null {
  const tests = testsOfScript(script);
  if (wanted === undefined && tests.length <= 1) return null;
  const found = tests.flatMap((name, index) =>
    name === wanted || name.endsWith(` › ${wanted}`) ? [index] : [],
  );
  const [index] = found;
  if (index !== undefined && found.length === 1) return index;
  const list = tests.map((name) => `  ${printableLine(name)}`).join("\n");
  const why =
    wanted === undefined
      ? `The file has ${tests.length} tests: select one with --test NAME, or convert all with --all.`
      : `The file has ${found.length === 0 ? "no test" : `${found.length} tests`} '${wanted}'.`;
  throw new UsageError(`${why} Available tests:\n${list}`);
}
