import { SET_STATUSES } from "@vedette/contract/targets/monitor-state/set-status-limits.ts";
import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

export const setMonitorStatus = defineCommand({
  words: "monitors status",
  summary: "Sets the status of a manual monitor: up, degraded or down",
  arguments: { id: { summary: "ID of the manual monitor" }, status: { summary: "up, degraded or down" } },
  options: {
    reason: { type: "string", value: "text", summary: "reason that is shown with the status" },
  },
  async run({ arguments: { id, status: text }, options }, context) {
    const status = SET_STATUSES.find((each) => each === text);
    if (status === undefined) throw new UsageError(`The status must be ${SET_STATUSES.join(", ")}.`);
    const body = { status, ...(options.reason !== undefined && { reason: options.reason }) };
    const monitor = await new Client(context.settings()).setMonitorStatus(id, body);
    await context.write(monitor, () => `${printableLine(monitor.name)} is ${monitor.status}.`);
    return EXIT.ok;
  },
});
