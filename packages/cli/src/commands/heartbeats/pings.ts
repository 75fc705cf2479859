import type { Ping } from "@vedette/contract/heartbeats/pings.ts";
import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";
import { durationText } from "./facts.ts";

const usage = "heartbeats pings ID [--json]";

const PINGS_MAX = 50;

export const listPings: Command = {
  usage,
  summary: `Lists the latest ${PINGS_MAX} pings of a heartbeat, newest first`,
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "heartbeat" });
    const pings = await clientOf(values.server, terminal).listPings(id, PINGS_MAX);
    if (values.json) terminal.print(JSON.stringify(pings, null, 2));
    else if (pings.length > 0) terminal.print(tableText(pings.map(cellsOf)));
    else terminal.complain("There are no pings.");
    return EXIT.ok;
  },
};

function cellsOf({
  received_at,
  kind,
  exit_status: exitStatus,
  duration_ms,
  source,
  metrics,
}: Ping): string[] {
  const values = Object.entries(metrics ?? {}).map(([name, value]) => `${name}=${value}`);
  return [
    received_at,
    exitStatus === null ? kind : `${kind} (${exitStatus})`,
    durationText(duration_ms),
    source ?? "–",
    printableLine(values.join(" ")),
  ];
}
