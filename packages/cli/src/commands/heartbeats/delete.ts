import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const usage = "heartbeats delete ID [--json]";

export const deleteHeartbeat: Command = {
  usage,
  summary: "Moves a heartbeat to the trash",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "heartbeat" });
    await clientOf(values.server, terminal).deleteHeartbeat(id);
    terminal.print(values.json ? JSON.stringify({ id, deleted: true }, null, 2) : `${id} was deleted.`);
    return EXIT.ok;
  },
};
