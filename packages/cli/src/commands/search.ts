import { Client } from "../client.ts";
import { defineCommand } from "../command-line/command.ts";
import { printableLine } from "../command-line/printable.ts";
import { EXIT, UsageError } from "../exit-codes.ts";

export const search = defineCommand({
  words: "search",
  summary:
    "Searches targets, open alerts, groups, rules, channels, windows, variables, members and views by name",
  arguments: { text: { summary: "text to search for", isList: true } },
  async run({ arguments: { text: words } }, context) {
    const text = words.join(" ").trim();
    if (text === "") throw new UsageError("This command requires a text to search for.");
    const results = await new Client(context.settings()).search(text);
    await context.writeList(results, () => ({
      columns: ["type", "name", "status", "id"],
      cells: results.map(({ type, name, status, id }) => [type, printableLine(name), status ?? "–", id]),
      empty: `Nothing matches '${printableLine(text)}'.`,
    }));
    return EXIT.ok;
  },
});
