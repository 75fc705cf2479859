import { type Command, incidentsOf, readArguments } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const usage = "incidents note ID|NUMBER TEXT [--at INSTANT] [--json]";

const options = { at: { type: "string" } } as const;

export const addNote: Command = {
  usage,
  summary:
    "Adds a note in Markdown to the timeline of an incident; --at 2026-01-31T02:30:00Z for an earlier time",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    const [wanted, text, ...more] = positionals;
    if (!wanted || !text || more.length > 0)
      throw new UsageError(`A note requires an incident and a text in quotes. Usage: vdt ${usage}`);
    const client = incidentsOf(values.server, terminal);
    const body = { text, ...(values.at !== undefined && { at: values.at }) };
    const note = await client.addNote(await client.findId(wanted), body);
    terminal.print(values.json ? JSON.stringify(note, null, 2) : `Note added at ${note.at}.`);
    return EXIT.ok;
  },
};
