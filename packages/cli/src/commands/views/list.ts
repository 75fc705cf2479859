import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const usage = "views list [--json]";

export const listViews: Command = {
  usage,
  summary: "Lists the saved views that are shared with the organization",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    assertNoPositionals(positionals, usage);
    const views = await clientOf(values.server, terminal).listViews();
    if (values.json) terminal.print(JSON.stringify(views, null, 2));
    else if (views.length === 0) terminal.complain("There are no shared views.");
    else {
      const rows = views.map(({ id, list, name }) => [printableLine(name), list, id]);
      terminal.print(tableText([["NAME", "LIST", "ID"], ...rows]));
    }
    return EXIT.ok;
  },
};
