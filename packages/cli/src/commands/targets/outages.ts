import type { Outage } from "@vedette/contract/targets/history.ts";
import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT } from "../../exit-codes.ts";

export const listOutages = defineCommand({
  words: "targets outages",
  summary: "Lists the latest 50 outages of a target with their cause, newest first",
  arguments: { id: { summary: "ID of the target" } },
  async run({ arguments: { id } }, context) {
    const outages = await new Client(context.settings()).listOutages(id);
    await context.writeList(outages, () => ({
      columns: ["started", "duration", "location", "cause"],
      cells: outages.map(cellsOf),
      empty: "There are no outages.",
    }));
    return EXIT.ok;
  },
});

function cellsOf({ started_at, ended_at, duration_seconds: seconds, location, error }: Outage): string[] {
  return [
    started_at,
    `${Math.round(seconds)} s${ended_at === null ? ", ongoing" : ""}`,
    location ?? "–",
    error === null ? "cause no longer stored" : printableLine(`${error.code}: ${error.message}`),
  ];
}
