import { type Command, clientOf, readArguments, readId, readInterval } from "../../command.ts";
import { EXIT, RefusedError, UsageError } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { readFields } from "../../read-fields.ts";

const usage = "monitors update ID [--name NAME] [--url URL] [--interval SECONDS] [--file FILE] [--json]";

const options = {
  name: { type: "string" },
  url: { type: "string" },
  interval: { type: "string" },
  file: { type: "string" },
} as const;

export const updateMonitor: Command = {
  usage,
  summary:
    "Changes fields of a monitor. FILE is JSON such as the edited output of 'monitors get ID --json'; it is rejected if the monitor was changed after that output",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    const id = readId(positionals, { usage, noun: "monitor" });
    const { name, url, file } = values;
    const interval = readInterval(values.interval, usage);
    const fields = {
      ...(file !== undefined && (await readFields(file, { terminal, noun: "monitor" }))),
      ...(name !== undefined && { name }),
      ...(url !== undefined && { url }),
      ...(interval !== undefined && { interval }),
    };
    if (Object.keys(fields).length === 0)
      throw new UsageError(`Name the fields to change, or a FILE with them. Usage: vdt ${usage}`);
    const client = clientOf(values.server, terminal);
    const { monitor: stored, etag } = await client.getMonitorVersion(id);
    if ("updated_at" in fields && fields.updated_at !== stored.updated_at)
      throw new RefusedError(
        `The monitor was changed at ${stored.updated_at}, after ${file} was written. Get it again and repeat your change, or remove updated_at from the file to overwrite the other change.`,
      );
    const monitor = await client.updateMonitor(id, fields, "updated_at" in fields ? etag : null);
    terminal.print(
      values.json ? JSON.stringify(monitor, null, 2) : `${printableLine(monitor.name)} was updated.`,
    );
    return EXIT.ok;
  },
};
