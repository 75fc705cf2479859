import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const usage = "monitors delete ID [--json]";

export const deleteMonitor: Command = {
  usage,
  summary: "Moves a monitor to the trash",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "monitor" });
    await clientOf(values.server, terminal).deleteMonitor(id);
    terminal.print(values.json ? JSON.stringify({ id, deleted: true }, null, 2) : `${id} was deleted.`);
    return EXIT.ok;
  },
};
