import { type Command, incidentsOf, readArguments, readId } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

type Action = "acknowledge" | "mitigate" | "resolve";

const SUMMARIES: Record<Action, string> = {
  acknowledge: "Acknowledges an incident and its open alerts, which stops their reminders",
  mitigate: "Marks an incident as mitigated: the impact is over, the cause may not be",
  resolve: "Resolves an incident and its open alerts",
};

export function changeIncident(action: Action): Command {
  const usage = `incidents ${action} ID|NUMBER [--json]`;
  return {
    usage,
    summary: SUMMARIES[action],
    async run(args, terminal) {
      const { values, positionals } = readArguments(args, { options: {}, usage });
      const wanted = readId(positionals, { usage, noun: "incident" });
      const client = incidentsOf(values.server, terminal);
      const incident = await client.change(await client.findId(wanted), action);
      terminal.print(
        values.json
          ? JSON.stringify(incident, null, 2)
          : `Incident #${incident.number} is ${incident.state}.`,
      );
      return EXIT.ok;
    },
  };
}
