import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";

export const restoreFromTrash = defineCommand({
  words: "trash restore",
  summary: "Restores a deleted target with its results and rules",
  arguments: { id: { summary: "ID of the deleted target" } },
  async run({ arguments: { id } }, context) {
    const restored = await new Client(context.settings()).restoreTarget(id);
    await context.write(restored, () => `${id} was restored.`);
    return EXIT.ok;
  },
});
