import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";
import { millisecondsText, targetOf } from "./facts.ts";

const usage = "monitors list [--status STATUS] [--json]";

export const listMonitors: Command = {
  usage,
  summary:
    "Lists monitors; STATUS is a comma-separated list of pending, up, degraded, down, unknown, paused, maintenance",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: { status: { type: "string" } }, usage });
    assertNoPositionals(positionals, usage);
    const client = clientOf(values.server, terminal);
    const { status } = values;
    const monitors = await client.listMonitors(status === undefined ? {} : { status });
    if (values.json) terminal.print(JSON.stringify(monitors, null, 2));
    else if (monitors.length === 0) {
      terminal.print(status === undefined ? "There are no monitors." : `No monitor is ${status}.`);
    } else {
      const rows = monitors.map((monitor) => [
        monitor.status,
        printableLine(monitor.name),
        targetOf(monitor),
        millisecondsText(monitor.last_response_time_ms),
        monitor.last_checked_at ?? "–",
        monitor.id,
      ]);
      terminal.print(tableText([["STATUS", "NAME", "TARGET", "RESPONSE", "CHECKED", "ID"], ...rows]));
    }
    return EXIT.ok;
  },
};
