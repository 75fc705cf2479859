import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { tableText } from "../../command-line/table.ts";
import { EXIT } from "../../exit-codes.ts";
import { resultCells } from "./facts.ts";

export const checkMonitor = defineCommand({
  words: "monitors check",
  summary:
    "Checks a monitor now at all its locations and prints the results; exits with code 1 if it is down, 6 if it could not be evaluated",
  arguments: { id: { summary: "ID of the monitor" } },
  async run({ arguments: { id } }, context) {
    const check = await new Client(context.settings()).checkMonitor(id);
    await context.write(check, () => tableText(check.results.map(resultCells)));
    if (check.status === "error") return EXIT.notJudged;
    return check.status === "down" ? EXIT.down : EXIT.ok;
  },
});
