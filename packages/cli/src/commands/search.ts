import { type Command, clientOf, readArguments } from "../command.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { printableLine } from "../printable.ts";
import { tableText } from "../table.ts";

const usage = "search TEXT [--json]";

export const search: Command = {
  usage,
  summary:
    "Searches targets, open alerts, groups, rules, channels, windows, variables, members and views by name",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const text = positionals.join(" ").trim();
    if (text === "") throw new UsageError(`This command requires a text to search for. Usage: vdt ${usage}`);
    const results = await clientOf(values.server, terminal).search(text);
    if (values.json) terminal.print(JSON.stringify(results, null, 2));
    else if (results.length === 0) terminal.complain(`Nothing matches '${printableLine(text)}'.`);
    else {
      const rows = results.map(({ type, name, status, id }) => [
        type,
        printableLine(name),
        status ?? "–",
        id,
      ]);
      terminal.print(tableText([["TYPE", "NAME", "STATUS", "ID"], ...rows]));
    }
    return EXIT.ok;
  },
};
