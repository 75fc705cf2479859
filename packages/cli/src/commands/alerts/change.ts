import type { BulkAlertAction } from "@vedette/contract/alerts/bulk-alerts.ts";
import { type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const options = { "same-target": { type: "boolean" } } as const;

export const acknowledgeAlerts = changeAlerts("acknowledge", {
  summary: "Acknowledges alerts, which stops their reminders; they stay open",
  done: "acknowledged",
});

export const unacknowledgeAlerts = changeAlerts("unacknowledge", {
  summary: "Withdraws acknowledgements of alerts, so that reminders start again",
  done: "unacknowledged",
});

export const resolveAlerts = changeAlerts("resolve", {
  summary: "Resolves alerts; a rule alerts again after its condition has cleared and holds again",
  done: "resolved",
});

function changeAlerts(
  action: BulkAlertAction,
  { summary, done }: { summary: string; done: string },
): Command {
  const usage = `alerts ${action} ID … [--same-target] [--json]`;
  return {
    usage,
    summary: `${summary}. With --same-target also the other open alerts of the same targets`,
    async run(args, terminal) {
      const { values, positionals: ids } = readArguments(args, { options, usage });
      if (ids.length === 0)
        throw new UsageError(`This command requires the ID of an alert. Usage: vdt ${usage}`);
      const body = { ids, action, same_target: values["same-target"] ?? false };
      const result = await clientOf(values.server, terminal).changeAlerts(body);
      const { changed, selected } = result;
      terminal.print(
        values.json
          ? JSON.stringify(result, null, 2)
          : `${changed} of ${selected} ${selected === 1 ? "alert" : "alerts"} ${done}.`,
      );
      return EXIT.ok;
    },
  };
}
