import type { Activity } from "@vedette/contract/targets/activity.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT } from "../../exit-codes.ts";
import { ResourceClient } from "../../nouns/resource-client.ts";

export const listActivity = defineCommand({
  words: "activity list",
  summary: "Lists outages, alerts, maintenance and changes since a time, by default the last 24 hours",
  options: {
    from: { type: "string", value: "time", summary: "earliest time, as in 2026-01-31T12:00:00Z" },
  },
  async run({ options }, context) {
    const query: Record<string, string> = options.from === undefined ? {} : { from: options.from };
    const client = new ResourceClient(context.settings());
    const { rows: entries } = await client.list<Activity>("activity", { query, limit: null, isPaged: true });
    const rows = entries.map((entry) => [
      entry.at,
      entry.type,
      entry.ended_at === null ? "ongoing" : secondsText(entry),
      printableLine(subjectOf(entry)),
    ]);
    await context.writeList(entries, () => ({
      columns: ["time", "type", "duration", "event"],
      cells: rows,
      empty: "Nothing happened.",
    }));
    return EXIT.ok;
  },
});

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
