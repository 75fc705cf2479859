import type { BulkAlertAction } from "@vedette/contract/alerts/bulk-alerts.ts";
import { Client } from "../../client.ts";
import { type Command, defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";

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
  return defineCommand({
    words: `alerts ${action}`,
    summary,
    arguments: { ids: { summary: "ID of an alert, or several", isList: true } },
    options: {
      "same-target": { type: "boolean", summary: "include the other open alerts of the same targets" },
    },
    async run({ arguments: { ids }, options }, context) {
      const body = { ids, action, same_target: options["same-target"] };
      const result = await new Client(context.settings()).changeAlerts(body);
      const { changed, selected } = result;
      await context.write(
        result,
        () => `${changed} of ${selected} ${selected === 1 ? "alert" : "alerts"} ${done}.`,
      );
      return EXIT.ok;
    },
  });
}
