import { type Command, readArguments, readId, statusPagesOf } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const usage = "status-pages delete ID [--json]";

export const deleteStatusPage: Command = {
  usage,
  summary: "Deletes a status page with its components, incidents and domains; targets stay",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "status page" });
    await statusPagesOf(values.server, terminal).delete(id);
    terminal.print(values.json ? JSON.stringify({ id, deleted: true }, null, 2) : `${id} was deleted.`);
    return EXIT.ok;
  },
};
