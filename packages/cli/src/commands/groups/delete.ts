import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const usage = "groups delete ID [--json]";

export const deleteGroup: Command = {
  usage,
  summary: "Deletes a group; its targets and groups move up to the group that contains it",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "group" });
    await clientOf(values.server, terminal).deleteGroup(id);
    terminal.print(values.json ? JSON.stringify({ id, deleted: true }, null, 2) : `${id} was deleted.`);
    return EXIT.ok;
  },
};
