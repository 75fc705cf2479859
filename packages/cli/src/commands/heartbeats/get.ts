import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";
import { durationText, scheduleText } from "./facts.ts";

const usage = "heartbeats get ID [--json]";

export const getHeartbeat: Command = {
  usage,
  summary: "Shows a heartbeat",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "heartbeat" });
    const { heartbeat } = await clientOf(values.server, terminal).getHeartbeat(id);
    terminal.print(values.json ? JSON.stringify(heartbeat, null, 2) : heartbeatText(heartbeat));
    return EXIT.ok;
  },
};

function heartbeatText(heartbeat: Heartbeat): string {
  const facts: [string, string][] = [
    ["id", heartbeat.id],
    ["name", printableLine(heartbeat.name)],
    ["ping URL", heartbeat.ping_url ?? "not shown to keys that only read"],
    ["state", heartbeat.state],
    ["status", `${heartbeat.status} since ${heartbeat.status_since}`],
    ["schedule", scheduleText(heartbeat)],
    ["grace time", `${heartbeat.grace_seconds} s`],
    ["last ping", heartbeat.last_ping_at ?? "not yet"],
    ["last duration", durationText(heartbeat.last_duration_ms)],
    ["next expected", heartbeat.next_expected_at ?? "–"],
  ];
  if (heartbeat.status_reason !== null) facts.push(["reason", printableLine(heartbeat.status_reason)]);
  if (heartbeat.tags.length > 0) facts.push(["tags", printableLine(heartbeat.tags.join(", "))]);
  return tableText(facts);
}
