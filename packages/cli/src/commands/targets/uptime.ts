import type { DailyUptime } from "@vedette/contract/targets/daily-uptime.ts";
import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { tableText } from "../../table.ts";

const usage = "targets uptime [--target ID|--group ID] [--days N] [--json]";

const options = {
  target: { type: "string" },
  group: { type: "string" },
  days: { type: "string" },
} as const;

const DAYS_DEFAULT = "7";

export const showUptime: Command = {
  usage,
  summary: "Prints uptime, downtime and outages by day: of a target, a group or all targets",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    assertNoPositionals(positionals, usage);
    const { target, group, days = DAYS_DEFAULT } = values;
    if (target !== undefined && group !== undefined)
      throw new UsageError(`Only one of --target and --group is possible. Usage: vdt ${usage}`);
    const uptime = await clientOf(values.server, terminal).getDailyUptime({
      days,
      ...(target !== undefined && { target_id: target }),
      ...(group !== undefined && { group_id: group }),
    });
    terminal.print(values.json ? JSON.stringify(uptime, null, 2) : tableText(rowsOf(uptime)));
    return EXIT.ok;
  },
};

function rowsOf({ days }: DailyUptime): string[][] {
  return days.map((day) => [
    day.date,
    day.uptime_percentage === null ? "no data" : `${day.uptime_percentage} %`,
    `${day.outages} ${day.outages === 1 ? "outage" : "outages"}`,
    `${Math.round(day.down_seconds)} s down`,
    missedText(day),
  ]);
}

/** What missed checks leave open; empty if everything was observed. */
function missedText(day: DailyUptime["days"][number]): string {
  const { missed_seconds: missed, missed_reasons: reasons, observed_percentage: observed } = day;
  if (missed === 0) return "";
  const range = `${day.uptime_percentage_min} to ${day.uptime_percentage_max} %`;
  return `${Math.ceil(missed)} s not measured (${reasons.join(", ")}): ${range}, observed ${observed} %`;
}
