import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const usage = "trash restore ID [--json]";

export const restoreFromTrash: Command = {
  usage,
  summary: "Restores a deleted target with its results and rules",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "deleted target" });
    const restored = await clientOf(values.server, terminal).restoreTarget(id);
    terminal.print(values.json ? JSON.stringify(restored, null, 2) : `${id} was restored.`);
    return EXIT.ok;
  },
};
