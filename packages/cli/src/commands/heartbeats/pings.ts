import type { Ping } from "@vedette/contract/heartbeats/pings.ts";
import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT } from "../../exit-codes.ts";
import { durationText } from "./facts.ts";

const PINGS_MAX = 50;

export const listPings = defineCommand({
  words: "heartbeats pings",
  summary: `Lists the latest ${PINGS_MAX} pings of a heartbeat, newest first`,
  arguments: { id: { summary: "ID of the heartbeat" } },
  async run({ arguments: { id } }, context) {
    const pings = await new Client(context.settings()).listPings(id, PINGS_MAX);
    await context.writeList(pings, () => ({
      columns: ["received", "kind", "duration", "source", "metrics"],
      cells: pings.map(cellsOf),
      empty: "There are no pings.",
    }));
    return EXIT.ok;
  },
});

function cellsOf({
  received_at,
  kind,
  exit_status: exitStatus,
  duration_ms,
  source,
  metrics,
}: Ping): string[] {
  const texts = Object.entries(metrics ?? {}).map(([name, value]) => `${name}=${value}`);
  return [
    received_at,
    exitStatus === null ? kind : `${kind} (${exitStatus})`,
    durationText(duration_ms),
    source ?? "–",
    printableLine(texts.join(" ")),
  ];
}
