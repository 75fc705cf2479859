import { INCIDENT_SEVERITIES } from "@vedette/contract/incidents/incident-limits.ts";
import { assertNoPositionals, type Command, incidentsOf, readArguments } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const usage = `incidents open --title TITLE [--severity ${INCIDENT_SEVERITIES.join("|")}] [--alert ID …] [--json]`;

const options = {
  title: { type: "string" },
  severity: { type: "string" },
  alert: { type: "string", multiple: true },
} as const;

export const openIncident: Command = {
  usage,
  summary: "Opens an incident, with alerts that belong to no other, and prints its number and ID",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    assertNoPositionals(positionals, usage);
    const { title, alert: alerts = [] } = values;
    const severity = INCIDENT_SEVERITIES.find((one) => one === values.severity);
    if (!title) throw new UsageError(`An incident requires --title. Usage: vdt ${usage}`);
    if (values.severity !== undefined && severity === undefined)
      throw new UsageError(`--severity must be ${INCIDENT_SEVERITIES.join(", ")}. Usage: vdt ${usage}`);
    const incident = await incidentsOf(values.server, terminal).open({
      title,
      ...(severity && { severity }),
      alert_ids: alerts,
    });
    terminal.print(values.json ? JSON.stringify(incident, null, 2) : `#${incident.number} ${incident.id}`);
    return EXIT.ok;
  },
};
