import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const usage = "views delete ID [--json]";

export const deleteView: Command = {
  usage,
  summary: "Deletes a saved view that is shared with the organization",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "view" });
    await clientOf(values.server, terminal).deleteView(id);
    terminal.print(values.json ? JSON.stringify({ id, deleted: true }, null, 2) : `${id} was deleted.`);
    return EXIT.ok;
  },
};
