import { type Command, defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";
import { IncidentClient } from "../../incident-client.ts";

type Action = "acknowledge" | "mitigate" | "resolve";

const SUMMARIES: Record<Action, string> = {
  acknowledge: "Acknowledges an incident and its open alerts, which stops their reminders",
  mitigate: "Marks an incident as mitigated: the impact is over, the cause may not be",
  resolve: "Resolves an incident and its open alerts",
};

export function changeIncident(action: Action): Command {
  return defineCommand({
    words: `incidents ${action}`,
    summary: SUMMARIES[action],
    arguments: { incident: { summary: "ID or number of the incident" } },
    async run({ arguments: { incident: named } }, context) {
      const client = new IncidentClient(context.settings());
      const incident = await client.change(await client.findId(named), action);
      await context.write(incident, () => `Incident #${incident.number} is ${incident.state}.`);
      return EXIT.ok;
    },
  });
}
