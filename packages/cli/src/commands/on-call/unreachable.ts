import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT } from "../../exit-codes.ts";
import { OnCallClient } from "../../on-call-client.ts";

export const listUnreachable = defineCommand({
  words: "on-call unreachable",
  summary: "Lists the members who are hard to reach, and why",
  async run(_input, context) {
    const { members, has_more: hasMore } = await new OnCallClient(context.settings()).getReachability();
    const found = members.filter(({ problems }) => problems.length > 0);
    await context.writeList(found, () => ({
      columns: ["name", "reached by", "problems", "person id"],
      cells: found.map(({ name, contact_types: types, problems, person_id: id }) => [
        ...[printableLine(name), types.join(", ") || "–", problems.join(" "), id],
      ]),
      empty: "Every member can be reached.",
    }));
    if (hasMore) context.complain(`The server names only the first ${members.length} members.`);
    return EXIT.ok;
  },
});
