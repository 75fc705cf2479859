import { assertNoPositionals, type Command, clientOf, readArguments, readInterval } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { readFields } from "../../read-fields.ts";

const usage =
  "monitors create --name NAME [--url URL | --type TYPE --host HOST [--port PORT] | --file FILE] [--interval SECONDS] [--json]";

const options = {
  name: { type: "string" },
  url: { type: "string" },
  type: { type: "string" },
  host: { type: "string" },
  port: { type: "string" },
  file: { type: "string" },
  interval: { type: "string" },
} as const;

export const createMonitor: Command = {
  usage,
  summary:
    "Creates a monitor, checked every 60 seconds or SECONDS, and prints its ID: of a URL, of a HOST as TYPE (tcp, tls, …), or with the fields of a JSON FILE",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    assertNoPositionals(positionals, usage);
    const { name, url, type, host, file } = values;
    const interval = readInterval(values.interval, usage);
    const fields: Record<string, unknown> = {
      ...(file !== undefined && (await readFields(file, { terminal, noun: "monitor" }))),
      ...(name !== undefined && { name }),
      ...(url !== undefined && { type: "url", url }),
      ...(type !== undefined && { type }),
      ...(host !== undefined && { host }),
      ...(values.port !== undefined && { port: Number(values.port) }),
      ...(interval !== undefined && { interval }),
    };
    if (!fields.name || !fields.type)
      throw new UsageError(
        `A monitor requires --name and --url, or --type and the fields of the type. Usage: vdt ${usage}`,
      );
    const client = clientOf(values.server, terminal);
    // The server validates the fields and names the ones that are wrong.
    const monitor = await client.createMonitor(fields);
    // Only the ID, so that a script can use it: ID=$(vdt monitors create …).
    terminal.print(values.json ? JSON.stringify(monitor, null, 2) : monitor.id);
    terminal.complain(`${printableLine(monitor.name)} is checked every ${monitor.interval} s.`);
    return EXIT.ok;
  },
};
