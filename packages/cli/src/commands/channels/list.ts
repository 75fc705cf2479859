import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const usage = "channels list [--json]";

export const listChannels: Command = {
  usage,
  summary: "Lists alert channels, and whether each delivers",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    assertNoPositionals(positionals, usage);
    const channels = await clientOf(values.server, terminal).listChannels();
    const rows = channels.map(({ id, name, type, health }) => [
      printableLine(name),
      type,
      health.status,
      health.failing_since === null ? "" : `since ${health.failing_since}`,
      `${health.delivered_24h} of ${health.delivered_24h + health.failed_24h} in 24 h`,
      id,
      printableLine(health.reason ?? ""),
    ]);
    if (values.json) terminal.print(JSON.stringify(channels, null, 2));
    else if (rows.length > 0) terminal.print(tableText(rows));
    else terminal.complain("There are no alert channels.");
    return EXIT.ok;
  },
};
