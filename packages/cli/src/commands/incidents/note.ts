import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";
import { IncidentClient } from "../../incident-client.ts";

export const addNote = defineCommand({
  words: "incidents note",
  summary:
    "Adds a note in Markdown to the timeline of an incident; --at 2026-01-31T02:30:00Z for an earlier time",
  arguments: { incident: { summary: "ID or number of the incident" }, text: { summary: "text in Markdown" } },
  options: {
    at: { type: "string", value: "time", summary: "time of the note, as in 2026-01-31T02:30:00Z" },
  },
  async run({ arguments: { incident, text }, options }, context) {
    const client = new IncidentClient(context.settings());
    const body = { text, ...(options.at !== undefined && { at: options.at }) };
    const note = await client.addNote(await client.findId(incident), body);
    await context.write(note, () => `Note added at ${note.at}.`);
    return EXIT.ok;
  },
});
