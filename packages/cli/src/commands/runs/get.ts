import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";
import { runsText } from "./run-text.ts";

export const getRun = defineCommand({
  words: "runs get",
  summary: "Shows the current state of a run of a journey or an API monitor",
  arguments: { id: { summary: "ID of the run" } },
  async run({ arguments: { id } }, context) {
    const run = await new Client(context.settings()).waitForRun(id, 0);
    await context.write(run, () => runsText([run]));
    return EXIT.ok;
  },
});
