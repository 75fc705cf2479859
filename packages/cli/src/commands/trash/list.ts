import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const usage = "trash list [--json]";

export const listTrash: Command = {
  usage,
  summary: "Lists deleted targets, the latest first, and when each is purged",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    assertNoPositionals(positionals, usage);
    const targets = await clientOf(values.server, terminal).listTrash();
    const rows = targets.map(({ name, kind, deleted_at, purge_at, id }) => [
      printableLine(name),
      kind,
      `deleted ${deleted_at}`,
      `purged ${purge_at}`,
      id,
    ]);
    if (values.json) terminal.print(JSON.stringify(targets, null, 2));
    else if (rows.length > 0) terminal.print(tableText(rows));
    else terminal.complain("The trash is empty.");
    return EXIT.ok;
  },
};
