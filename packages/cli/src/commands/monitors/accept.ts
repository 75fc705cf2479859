import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";

const usage = "monitors accept ID [--json]";

export const acceptRecords: Command = {
  usage,
  summary:
    "Accepts the changed records of a DNS monitor and prints them; later checks are compared with them. Fails if they change again at the same time",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "monitor" });
    const client = clientOf(values.server, terminal);
    const found = (await client.getMonitor(id)).baseline?.found ?? null;
    const monitor = await client.acceptRecords(id, found);
    const records = monitor.baseline?.records.map(printableLine) ?? [];
    terminal.print(values.json ? JSON.stringify(monitor, null, 2) : records.join("\n"));
    return EXIT.ok;
  },
};
