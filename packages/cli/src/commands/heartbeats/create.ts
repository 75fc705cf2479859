import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { readFields } from "../../read-fields.ts";
import { SCHEDULE_USAGE, scheduleFields, scheduleOptions } from "./schedule-options.ts";

const usage = `heartbeats create --name NAME ${SCHEDULE_USAGE} [--file FILE] [--json]`;

const options = {
  ...scheduleOptions,
  name: { type: "string" },
  file: { type: "string" },
} as const;

export const createHeartbeat: Command = {
  usage,
  summary:
    "Creates a heartbeat, expected every day or as given, and prints its ID and its ping URL; FILE is JSON with any fields",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    assertNoPositionals(positionals, usage);
    const { name, file } = values;
    const fields: Record<string, unknown> = {
      ...(file !== undefined && (await readFields(file, { terminal, noun: "heartbeat" }))),
      ...(name !== undefined && { name }),
      ...scheduleFields(values, usage),
    };
    if (!fields.name) throw new UsageError(`A heartbeat requires --name. Usage: vdt ${usage}`);
    const heartbeat = await clientOf(values.server, terminal).createHeartbeat(fields);
    terminal.print(values.json ? JSON.stringify(heartbeat, null, 2) : heartbeat.id);
    terminal.complain(`${printableLine(heartbeat.name)} is pinged at ${heartbeat.ping_url}`);
    return EXIT.ok;
  },
};
