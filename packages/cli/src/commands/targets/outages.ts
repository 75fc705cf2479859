import type { Outage } from "@vedette/contract/targets/history.ts";
import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const usage = "targets outages ID [--json]";

export const listOutages: Command = {
  usage,
  summary: "Lists the latest 50 outages of a target with their cause, newest first",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "target" });
    const outages = await clientOf(values.server, terminal).listOutages(id);
    if (values.json) terminal.print(JSON.stringify(outages, null, 2));
    else if (outages.length > 0) terminal.print(tableText(outages.map(cellsOf)));
    else terminal.complain("There are no outages.");
    return EXIT.ok;
  },
};

function cellsOf({ started_at, ended_at, duration_seconds: seconds, location, error }: Outage): string[] {
  return [
    started_at,
    `${Math.round(seconds)} s${ended_at === null ? ", ongoing" : ""}`,
    location ?? "–",
    error === null ? "cause no longer stored" : printableLine(`${error.code}: ${error.message}`),
  ];
}
