import { resolve } from "node:path";
import { convertRecordedScript, testsOfScript } from "@vedette/contract/recorded-script/recorded-script.ts";
import { type Command, readArguments, type Terminal } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { readRecordedFile } from "../../recorded-file.ts";
import { lossesText } from "./losses.ts";

const usage = "journeys convert FILE [--test NAME | --all] [--json]";

const options = { test: { type: "string" }, all: { type: "boolean" } } as const;

export const convertJourney: Command = {
  usage,
  summary:
    "Converts a recorded Playwright script to steps in JSON: its only test, the test NAME, or with --all every test; --json adds what could not be converted; exits with code 1 if there are no steps",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new UsageError(`This command requires one file. Usage: vdt ${usage}`);
    if (values.all && values.test !== undefined) {
      throw new UsageError(`Use either --test or --all. Usage: vdt ${usage}`);
    }
    const script = await readRecordedFile(resolve(terminal.folder, file));
    const isJson = values.json === true;
    if (values.all) return convertAll(script, { isJson, terminal });
    const converted = convertRecordedScript(script, selectedTest(script, values.test));
    terminal.print(JSON.stringify(isJson ? converted : converted.steps, null, 2));
    if (!isJson) printLosses(converted.not_converted, terminal);
    return converted.steps.length === 0 ? EXIT.down : EXIT.ok;
  },
};

function convertAll(script: string, { isJson, terminal }: { isJson: boolean; terminal: Terminal }): number {
  const converted = testsOfScript(script).map((name, index) => ({
    name,
    ...convertRecordedScript(script, index),
  }));
  const shown = isJson ? converted : converted.map(({ name, steps }) => ({ name, steps }));
  terminal.print(JSON.stringify(shown, null, 2));
  if (!isJson) {
    for (const { name, not_converted: losses } of converted) {
      if (losses.length > 0) terminal.complain(`${printableLine(name)}:`);
      printLosses(losses, terminal);
    }
  }
  return converted.some(({ steps }) => steps.length > 0) ? EXIT.ok : EXIT.down;
}

function printLosses(
  losses: ReturnType<typeof convertRecordedScript>["not_converted"],
  terminal: Terminal,
): void {
  if (losses.length > 0) terminal.complain(`Not converted:\n${lossesText(losses)}`);
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
