import { assertNoPositionals, type Command, clientOf, readArguments, readInterval } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";

const usage = "monitors create --name NAME --url URL [--interval SECONDS] [--json]";

const options = {
  name: { type: "string" },
  url: { type: "string" },
  interval: { type: "string" },
} as const;

export const createMonitor: Command = {
  usage,
  summary: "Creates a monitor of a URL, checked every 60 seconds or SECONDS, and prints its ID",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    assertNoPositionals(positionals, usage);
    const { name, url } = values;
    if (!name || !url) throw new UsageError(`A monitor requires --name and --url. Usage: vdt ${usage}`);
    const interval = readInterval(values.interval, usage);
    const client = clientOf(values.server, terminal);
    const monitor = await client.createMonitor({
      name,
      type: "url",
      url,
      ...(interval !== undefined && { interval }),
    });
    // Only the ID, so that a script can use it: ID=$(vdt monitors create …).
    terminal.print(values.json ? JSON.stringify(monitor, null, 2) : monitor.id);
    terminal.complain(`${printableLine(monitor.name)} is checked every ${monitor.interval} s.`);
    return EXIT.ok;
  },
};
