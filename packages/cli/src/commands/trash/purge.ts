import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const usage = "trash purge ID [--json]";

export const purgeFromTrash: Command = {
  usage,
  summary: "Deletes a target in the trash and its results for good",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "deleted target" });
    await clientOf(values.server, terminal).purgeTarget(id);
    terminal.print(values.json ? JSON.stringify({ id, deleted: true }, null, 2) : `${id} was purged.`);
    return EXIT.ok;
  },
};
