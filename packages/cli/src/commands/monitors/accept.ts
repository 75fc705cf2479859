import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT } from "../../exit-codes.ts";

export const acceptRecords = defineCommand({
  words: "monitors accept",
  summary:
    "Accepts the changed records of a DNS monitor and prints them; later checks are compared with them. Fails if they change again at the same time",
  arguments: { id: { summary: "ID of the DNS monitor" } },
  async run({ arguments: { id } }, context) {
    const client = new Client(context.settings());
    const found = (await client.getMonitor(id)).baseline?.found ?? null;
    const monitor = await client.acceptRecords(id, found);
    const records = monitor.baseline?.records.map(printableLine) ?? [];
    await context.write(monitor, () => records.join("\n"));
    return EXIT.ok;
  },
});
