import type { Activity } from "@vedette/contract/targets/activity.ts";
import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const usage = "activity list [--from TIME] [--json]";

export const listActivity: Command = {
  usage,
  summary: "Lists outages, alerts, maintenance and changes since a time, by default the last 24 hours",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: { from: { type: "string" } }, usage });
    assertNoPositionals(positionals, usage);
    const entries = await clientOf(values.server, terminal).listActivity(values.from);
    const rows = entries.map((entry) => [
      entry.at,
      entry.type,
      entry.ended_at === null ? "ongoing" : secondsText(entry),
      printableLine(subjectOf(entry)),
    ]);
    if (values.json) terminal.print(JSON.stringify(entries, null, 2));
    else if (rows.length > 0) terminal.print(tableText(rows));
    else terminal.complain("Nothing happened.");
    return EXIT.ok;
  },
};

function secondsText({ started_at, ended_at }: Activity): string {
  const seconds = Math.round((Date.parse(ended_at ?? started_at) - Date.parse(started_at)) / 1_000);
  return seconds === 0 ? "" : `${seconds} s`;
}

function subjectOf(entry: Activity): string {
  switch (entry.type) {
    case "outage":
      return `${entry.target.name}: ${entry.status}`;
    case "alert":
      return entry.cause === null ? entry.alert.title : `${entry.alert.title}: ${entry.cause}`;
    case "maintenance":
      return entry.window.name;
    case "deploy":
      return `${entry.marker.title} by ${entry.actor}`;
    case "change":
      return `${entry.action} ${entry.object.name ?? entry.object.id} by ${entry.actor}`;
  }
}
