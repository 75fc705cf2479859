import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const usage = "alerts list [--json]";

export const listAlerts: Command = {
  usage,
  summary: "Lists the open alerts, newest first, with their cause",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    assertNoPositionals(positionals, usage);
    const alerts = await clientOf(values.server, terminal).listOpenAlerts();
    if (values.json) terminal.print(JSON.stringify(alerts, null, 2));
    else if (alerts.length > 0) terminal.print(tableText(alerts.map(cellsOf)));
    else terminal.complain("No alert is open.");
    return EXIT.ok;
  },
};

function cellsOf(alert: Alert): string[] {
  const { title, severity, acknowledged_at: acknowledgedAt, triggered_at: at, evidence, id } = alert;
  return [
    printableLine(title),
    acknowledgedAt === null ? severity : "acknowledged",
    `since ${at}`,
    id,
    printableLine(evidence.error?.message ?? ""),
  ];
}
