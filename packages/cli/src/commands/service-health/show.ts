import type { ServiceHealthDay } from "@vedette/contract/service-health/service-health.ts";
import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { tableText } from "../../command-line/table.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const DAYS_DEFAULT = "7";

export const showServiceHealth = defineCommand({
  words: "service-health",
  summary: "Prints how well Vedette itself worked, by day: interruptions, missed checks, delays",
  options: {
    days: { type: "string", value: "NUMBER", summary: "number of days (default: 7)" },
    from: { type: "string", value: "TIME", summary: "first instant, in place of --days" },
    to: { type: "string", value: "TIME", summary: "last instant (default: now)" },
  },
  async run({ options: { days, from, to } }, context) {
    if (days !== undefined && from !== undefined)
      throw new UsageError("Only one of --days and --from is possible.");
    const health = await new Client(context.settings()).getServiceHealth({
      ...(from === undefined ? { days: days ?? DAYS_DEFAULT } : { from }),
      ...(to !== undefined && { to }),
    });
    await context.write(health, () => tableText([HEADINGS, ...health.days.map(cellsOf)]));
    return EXIT.ok;
  },
});

const HEADINGS = ["date", "interrupted", "starts", "missed checks", "check delay", "delivery", "self-checks"];

function cellsOf(day: ServiceHealthDay): string[] {
  const { check_delay: delay, delivery, self_checks: selfChecks } = day;
  const reasons = [...new Set(day.interruptions.map(({ reason }) => reason))];
  const missed = day.missed.map(({ checks, reason }) => `${checks} ${reason}`);
  return [
    day.date,
    `${Math.round(day.interrupted_seconds)} s${reasons.length > 0 ? ` (${reasons.join(", ")})` : ""}`,
    String(day.starts),
    missed.length > 0 ? missed.join(", ") : "0",
    delay === null ? "no data" : `p99 ${delay.p99_ms} ms`,
    delivery === null ? "none" : `p50 ${delivery.p50_ms} ms, p99 ${delivery.p99_ms} ms`,
    selfChecks === null ? "none" : `${selfChecks.failed} of ${selfChecks.passed + selfChecks.failed} failed`,
  ];
}
