import { SET_STATUSES } from "@vedette/contract/targets/monitor-state/set-status-limits.ts";
import { type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";

const usage = "monitors status ID STATUS [--reason TEXT] [--json]";

export const setMonitorStatus: Command = {
  usage,
  summary: "Sets the status of a manual monitor: up, degraded or down",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: { reason: { type: "string" } }, usage });
    const [id, text, ...rest] = positionals;
    const status = SET_STATUSES.find((each) => each === text);
    if (id === undefined || status === undefined || rest.length > 0)
      throw new UsageError(`Name a monitor by its ID, and ${SET_STATUSES.join(", ")}. Usage: vdt ${usage}`);
    const body = { status, ...(values.reason !== undefined && { reason: values.reason }) };
    const monitor = await clientOf(values.server, terminal).setMonitorStatus(id, body);
    terminal.print(
      values.json ? JSON.stringify(monitor, null, 2) : `${printableLine(monitor.name)} is ${monitor.status}.`,
    );
    return EXIT.ok;
  },
};
