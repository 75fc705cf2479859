import type { SnoozeInput } from "@vedette/contract/targets/snooze-requests.ts";
import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const usage = "targets snooze ID --minutes N|--until TIME|--until-recovery [--reason TEXT] [--json]";

const options = {
  minutes: { type: "string" },
  until: { type: "string" },
  "until-recovery": { type: "boolean" },
  reason: { type: "string" },
} as const;

export const snoozeTarget: Command = {
  usage,
  summary: "Suppresses notifications of a target until a time or until it recovers; checks go on",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    const id = readId(positionals, { usage, noun: "target" });
    const { minutes, until, "until-recovery": untilRecovery, reason } = values;
    if ([minutes, until, untilRecovery].filter((end) => end !== undefined).length !== 1)
      throw new UsageError(`One of --minutes, --until, --until-recovery is required. Usage: vdt ${usage}`);
    const body: SnoozeInput = {
      ...(minutes !== undefined && { minutes: readMinutes(minutes) }),
      ...(until !== undefined && { until }),
      ...(untilRecovery && { until_recovery: true }),
      ...(reason !== undefined && { reason }),
    };
    const snoozed = await clientOf(values.server, terminal).snoozeTarget(id, body);
    const end = snoozed.snooze?.until ?? "it recovers";
    terminal.print(values.json ? JSON.stringify(snoozed, null, 2) : `${id} is snoozed until ${end}.`);
    return EXIT.ok;
  },
};

function readMinutes(text: string): number {
  if (/^[0-9]+$/.test(text)) return Number(text);
  throw new UsageError(`--minutes is '${text}', which is not a whole number. Usage: vdt ${usage}`);
}
