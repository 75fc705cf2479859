import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";

export const unsnoozeTarget = defineCommand({
  words: "targets unsnooze",
  summary: "Ends the snooze of a target, and notifies of its open alerts",
  arguments: { id: { summary: "ID of the target" } },
  async run({ arguments: { id } }, context) {
    const target = await new Client(context.settings()).unsnoozeTarget(id);
    await context.write(target, () => `${id} is not snoozed.`);
    return EXIT.ok;
  },
});
