import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";
import { millisecondsText, targetOf } from "./facts.ts";

const usage = "monitors get ID [--json]";

export const getMonitor: Command = {
  usage,
  summary: "Shows a monitor",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "monitor" });
    const monitor = await clientOf(values.server, terminal).getMonitor(id);
    terminal.print(values.json ? JSON.stringify(monitor, null, 2) : monitorText(monitor));
    return EXIT.ok;
  },
};

function monitorText(monitor: Monitor): string {
  const facts: [string, string][] = [
    ["id", monitor.id],
    ["name", printableLine(monitor.name)],
    ["target", targetOf(monitor)],
    ["status", `${monitor.status} since ${monitor.status_since}`],
    ["last checked", monitor.last_checked_at ?? "not yet"],
    ["response time", millisecondsText(monitor.last_response_time_ms)],
    ["interval", `${monitor.interval} s`],
    ["timeout", `${monitor.timeout} s`],
    ["locations", monitor.locations.join(", ")],
  ];
  if (monitor.status_reason !== null) facts.push(["reason", printableLine(monitor.status_reason)]);
  if (monitor.tags.length > 0) facts.push(["tags", printableLine(monitor.tags.join(", "))]);
  if (monitor.ssl_expires_at !== null) facts.push(["certificate until", monitor.ssl_expires_at]);
  return tableText(facts);
}
