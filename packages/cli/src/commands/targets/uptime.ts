import { IMPORT_NAMES } from "@vedette/contract/imports/import-kinds.ts";
import type { DailyUptime } from "@vedette/contract/targets/daily-uptime.ts";
import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { tableText } from "../../command-line/table.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const DAYS_DEFAULT = "7";

export const showUptime = defineCommand({
  words: "targets uptime",
  summary: "Prints uptime, downtime and outages by day: of a target, a group or all targets",
  options: {
    target: { type: "string", value: "id", summary: "ID of a target" },
    group: { type: "string", value: "id", summary: "ID of a group" },
    days: { type: "string", value: "number", summary: "number of days (default: 7)" },
  },
  async run({ options }, context) {
    const { target, group, days = DAYS_DEFAULT } = options;
    if (target !== undefined && group !== undefined)
      throw new UsageError(`Only one of --target and --group is possible.`);
    const uptime = await new Client(context.settings()).getDailyUptime({
      days,
      ...(target !== undefined && { target_id: target }),
      ...(group !== undefined && { group_id: group }),
    });
    await context.write(uptime, () => `${tableText(rowsOf(uptime))}${importedText(uptime)}`);
    return EXIT.ok;
  },
});

function rowsOf({ days }: DailyUptime): string[][] {
  return days.map((day) => [
    day.date,
    day.uptime_percentage === null ? "no data" : `${day.uptime_percentage} %`,
    `${day.outages} ${day.outages === 1 ? "outage" : "outages"}`,
    `${Math.round(day.down_seconds)} s down`,
    missedText(day),
  ]);
}

/** A line that says which days another tool measured; empty if none. */
function importedText({ imported, timezone }: DailyUptime): string {
  if (imported === null) return "";
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format(new Date(imported.to));
  return `\nUntil ${day}: from ${IMPORT_NAMES[imported.source]}.`;
}

/** What missed checks leave open; empty if everything was observed. */
function missedText(day: DailyUptime["days"][number]): string {
  const { missed_seconds: missed, missed_reasons: reasons, observed_percentage: observed } = day;
  if (missed === 0) return "";
  const range = `${day.uptime_percentage_min} to ${day.uptime_percentage_max} %`;
  return `${Math.ceil(missed)} s not measured (${reasons.join(", ")}): ${range}, observed ${observed} %`;
}
