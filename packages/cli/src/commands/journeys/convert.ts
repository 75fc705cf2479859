import { resolve } from "node:path";
import { convertRecordedScript } from "@vedette/contract/recorded-script.ts";
import { type Command, readArguments } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { readRecordedFile } from "../../recorded-file.ts";
import { lossesText } from "./losses.ts";

const usage = "journeys convert FILE [--json]";

export const convertJourney: Command = {
  usage,
  summary:
    "Prints a recorded Playwright script as steps, in JSON; with --json what could not be converted, too",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new UsageError(`This command takes one file. Write: vdt ${usage}`);
    const converted = convertRecordedScript(await readRecordedFile(resolve(terminal.folder, file)));
    const { steps, not_converted: losses } = converted;
    terminal.print(JSON.stringify(values.json ? converted : steps, null, 2));
    if (losses.length > 0 && !values.json) terminal.complain(`Not converted:\n${lossesText(losses)}`);
    return EXIT.ok;
  },
};
