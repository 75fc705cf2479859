import type { SnoozeInput } from "@vedette/contract/targets/snooze-requests.ts";
import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

export const snoozeTarget = defineCommand({
  words: "targets snooze",
  summary: "Suppresses notifications of a target until a time or until it recovers; checks go on",
  arguments: { id: { summary: "ID of the target" } },
  options: {
    minutes: { type: "string", value: "number", summary: "duration in minutes" },
    until: { type: "string", value: "time", summary: "end, as in 2026-01-31T12:00:00Z" },
    "until-recovery": { type: "boolean", summary: "until the target recovers" },
    reason: { type: "string", value: "text", summary: "reason that is shown with the snooze" },
  },
  async run({ arguments: { id }, options }, context) {
    const { minutes, until, "until-recovery": untilRecovery, reason } = options;
    if ([minutes !== undefined, until !== undefined, untilRecovery].filter(Boolean).length !== 1)
      throw new UsageError(`One of --minutes, --until, --until-recovery is required.`);
    const body: SnoozeInput = {
      ...(minutes !== undefined && { minutes: readMinutes(minutes) }),
      ...(until !== undefined && { until }),
      ...(untilRecovery && { until_recovery: true }),
      ...(reason !== undefined && { reason }),
    };
    const snoozed = await new Client(context.settings()).snoozeTarget(id, body);
    const end = snoozed.snooze?.until ?? "it recovers";
    await context.write(snoozed, () => `${id} is snoozed until ${end}.`);
    return EXIT.ok;
  },
});

function readMinutes(text: string): number {
  if (/^[0-9]+$/.test(text)) return Number(text);
  throw new UsageError(`--minutes is '${text}', which is not a whole number.`);
}
