import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT, RefusedError, UsageError } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { readFields } from "../../read-fields.ts";
import { SCHEDULE_USAGE, scheduleFields, scheduleOptions } from "./schedule-options.ts";

const usage = `heartbeats update ID [--name NAME] ${SCHEDULE_USAGE} [--file FILE] [--json]`;

const options = {
  ...scheduleOptions,
  name: { type: "string" },
  file: { type: "string" },
} as const;

export const updateHeartbeat: Command = {
  usage,
  summary:
    "Changes fields of a heartbeat. FILE is JSON such as the edited output of 'heartbeats get ID --json'; it is refused if the heartbeat was changed after that output",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    const id = readId(positionals, { usage, noun: "heartbeat" });
    const { name, file } = values;
    const fields = {
      ...(file !== undefined && (await readFields(file, { terminal, noun: "heartbeat" }))),
      ...(name !== undefined && { name }),
      ...scheduleFields(values, usage),
    };
    if (Object.keys(fields).length === 0)
      throw new UsageError(`Name the fields to change, or a FILE with them. Usage: vdt ${usage}`);
    const client = clientOf(values.server, terminal);
    const { heartbeat: stored, etag } = await client.getHeartbeat(id);
    if ("updated_at" in fields && fields.updated_at !== stored.updated_at)
      throw new RefusedError(
        `The heartbeat was changed at ${stored.updated_at}, after ${file} was written. Get it again and repeat your change, or remove updated_at from the file to overwrite the other change.`,
      );
    const heartbeat = await client.updateHeartbeat(id, fields, "updated_at" in fields ? etag : null);
    terminal.print(
      values.json ? JSON.stringify(heartbeat, null, 2) : `${printableLine(heartbeat.name)} was updated.`,
    );
    return EXIT.ok;
  },
};
