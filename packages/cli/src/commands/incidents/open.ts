import { INCIDENT_SEVERITIES } from "@vedette/contract/incidents/incident-limits.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { IncidentClient } from "../../incident-client.ts";

export const openIncident = defineCommand({
  words: "incidents open",
  summary: "Opens an incident, with alerts that belong to no other, and prints its number and ID",
  options: {
    title: { type: "string", value: "title", summary: "title", isRequired: true },
    severity: { type: "string", value: "severity", summary: "severity", choices: INCIDENT_SEVERITIES },
    alert: { type: "string", value: "id", summary: "ID of an alert; may be repeated", isList: true },
  },
  async run({ options }, context) {
    const { title, alert: alerts = [] } = options;
    const severity = INCIDENT_SEVERITIES.find((one) => one === options.severity);
    if (!title) throw new UsageError(`An incident requires --title.`);
    if (options.severity !== undefined && severity === undefined)
      throw new UsageError(`--severity must be ${INCIDENT_SEVERITIES.join(", ")}.`);
    const incident = await new IncidentClient(context.settings()).open({
      title,
      ...(severity && { severity }),
      alert_ids: alerts,
    });
    await context.write(incident, () => `#${incident.number} ${incident.id}`);
    return EXIT.ok;
  },
});
