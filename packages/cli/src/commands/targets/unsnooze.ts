import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const usage = "targets unsnooze ID [--json]";

export const unsnoozeTarget: Command = {
  usage,
  summary: "Ends the snooze of a target, and notifies of its open alerts",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "target" });
    const target = await clientOf(values.server, terminal).unsnoozeTarget(id);
    terminal.print(values.json ? JSON.stringify(target, null, 2) : `${id} is not snoozed.`);
    return EXIT.ok;
  },
};
