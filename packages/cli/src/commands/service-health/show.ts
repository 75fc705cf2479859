import type { ServiceHealthDay } from "@vedette/contract/service-health/service-health.ts";
import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { tableText } from "../../table.ts";

const usage = "service-health [--days N | --from TIME] [--to TIME] [--json]";

const options = { days: { type: "string" }, from: { type: "string" }, to: { type: "string" } } as const;

const DAYS_DEFAULT = "7";

export const showServiceHealth: Command = {
  usage,
  summary: "Prints how well Vedette itself worked, by day: interruptions, missed checks, delays",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    assertNoPositionals(positionals, usage);
    const { days, from, to } = values;
    if (days !== undefined && from !== undefined)
      throw new UsageError(`Only one of --days and --from is possible. Usage: vdt ${usage}`);
    const health = await clientOf(values.server, terminal).getServiceHealth({
      ...(from === undefined ? { days: days ?? DAYS_DEFAULT } : { from }),
      ...(to !== undefined && { to }),
    });
    terminal.print(
      values.json ? JSON.stringify(health, null, 2) : tableText([HEADINGS, ...health.days.map(cellsOf)]),
    );
    return EXIT.ok;
  },
};

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
