import { type Command, incidentsOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printable } from "../../printable.ts";

const usage = "incidents show ID|NUMBER [--json]";

export const showIncident: Command = {
  usage,
  summary: "Prints the whole record of an incident as Markdown; --json prints the incident with its timeline",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const wanted = readId(positionals, { usage, noun: "incident" });
    const client = incidentsOf(values.server, terminal);
    const id = await client.findId(wanted);
    if (values.json) {
      const [incident, timeline] = [await client.get(id), await client.getTimeline(id)];
      terminal.print(JSON.stringify({ ...incident, timeline }, null, 2));
    } else terminal.print(printable(await client.getMarkdown(id)));
    return EXIT.ok;
  },
};
