import { defineCommand } from "../../command-line/command.ts";
import { printable } from "../../command-line/printable.ts";
import { EXIT } from "../../exit-codes.ts";
import { IncidentClient } from "../../incident-client.ts";

export const showIncident = defineCommand({
  words: "incidents show",
  summary: "Prints the whole record of an incident as Markdown; --json prints the incident with its timeline",
  arguments: { incident: { summary: "ID or number of the incident" } },
  async run({ arguments: { incident: named } }, context) {
    const client = new IncidentClient(context.settings());
    const id = await client.findId(named);
    if (context.format === "table") {
      context.print(printable(await client.getMarkdown(id)));
      return EXIT.ok;
    }
    const [incident, timeline] = [await client.get(id), await client.getTimeline(id)];
    await context.write({ ...incident, timeline }, () => "");
    return EXIT.ok;
  },
});
