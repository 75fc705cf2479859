import { type Command, clientOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { tableText } from "../../table.ts";
import { resultCells } from "./facts.ts";

const usage = "monitors check ID [--json]";

export const checkMonitor: Command = {
  usage,
  summary:
    "Checks a monitor now at all its locations and prints the results; exits with code 1 if it is down, 6 if it could not be evaluated",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "monitor" });
    const check = await clientOf(values.server, terminal).checkMonitor(id);
    terminal.print(values.json ? JSON.stringify(check, null, 2) : tableText(check.results.map(resultCells)));
    if (check.status === "error") return EXIT.notJudged;
    return check.status === "down" ? EXIT.down : EXIT.ok;
  },
};
