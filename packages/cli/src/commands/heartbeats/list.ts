import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";
import { scheduleText } from "./facts.ts";

const usage = "heartbeats list [--status STATUS] [--json]";

export const listHeartbeats: Command = {
  usage,
  summary: "Lists heartbeats; STATUS is a comma-separated list of pending, up, down, paused, maintenance",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: { status: { type: "string" } }, usage });
    assertNoPositionals(positionals, usage);
    const { status } = values;
    const found = await clientOf(values.server, terminal).listHeartbeats(
      status === undefined ? {} : { status },
    );
    if (values.json) terminal.print(JSON.stringify(found, null, 2));
    else if (found.length === 0) {
      terminal.print(status === undefined ? "There are no heartbeats." : `No heartbeat is ${status}.`);
    } else {
      const rows = found.map((heartbeat) => [
        heartbeat.state,
        printableLine(heartbeat.name),
        scheduleText(heartbeat),
        heartbeat.last_ping_at ?? "–",
        heartbeat.next_expected_at ?? "–",
        heartbeat.id,
      ]);
      terminal.print(tableText([["STATE", "NAME", "SCHEDULE", "LAST PING", "NEXT EXPECTED", "ID"], ...rows]));
    }
    return EXIT.ok;
  },
};
