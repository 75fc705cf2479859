import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";

export const purgeFromTrash = defineCommand({
  words: "trash purge",
  summary: "Deletes a target in the trash and its results for good",
  arguments: { id: { summary: "ID of the deleted target" } },
  async run({ arguments: { id } }, context) {
    await new Client(context.settings()).purgeTarget(id);
    await context.write({ id, deleted: true }, () => `${id} was purged.`);
    return EXIT.ok;
  },
});
