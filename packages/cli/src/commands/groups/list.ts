import type { Group } from "@vedette/contract/targets/groups.ts";
import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const usage = "groups list [--json]";

export const listGroups: Command = {
  usage,
  summary: "Lists groups as a tree, with status, targets and the uptime of the last 24 hours",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    assertNoPositionals(positionals, usage);
    const groups = await clientOf(values.server, terminal).listGroups();
    if (values.json) terminal.print(JSON.stringify(groups, null, 2));
    else if (groups.length > 0) terminal.print(tableText(rowsBelow(null, groups, "")));
    else terminal.complain("There are no groups.");
    return EXIT.ok;
  },
};

function rowsBelow(parent: string | null, groups: readonly Group[], indent: string): string[][] {
  return groups
    .filter(({ parent_id }) => parent_id === parent)
    .flatMap((group) => [cellsOf(group, indent), ...rowsBelow(group.id, groups, `${indent}  `)]);
}

function cellsOf({ id, name, status, targets, uptime_24h: uptime }: Group, indent: string): string[] {
  const count = Object.values(targets).reduce((sum, one) => sum + one, 0);
  return [
    `${indent}${printableLine(name)}`,
    status ?? "empty",
    `${count} ${count === 1 ? "target" : "targets"}`,
    uptime == null ? "–" : `${uptime} %`,
    id,
  ];
}
