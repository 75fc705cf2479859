import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { runsText } from "./run-text.ts";

const usage = "runs get ID [--json]";

export const getRun: Command = {
  usage,
  summary: "Shows the current state of a run of a journey or an API monitor",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "run" });
    const run = await clientOf(values.server, terminal).waitForRun(id, 0);
    terminal.print(values.json ? JSON.stringify(run, null, 2) : runsText([run]));
    return EXIT.ok;
  },
};
