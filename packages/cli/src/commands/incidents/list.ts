import { INCIDENT_STATES } from "@vedette/contract/incidents/incident-limits.ts";
import type { IncidentSummary } from "@vedette/contract/incidents/incidents.ts";
import { assertNoPositionals, type Command, incidentsOf, readArguments } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const usage = "incidents list [--state STATE,… | --all] [--json]";

const options = { state: { type: "string" }, all: { type: "boolean", default: false } } as const;

const UNRESOLVED = INCIDENT_STATES.filter((state) => state !== "resolved").join(",");

export const listIncidents: Command = {
  usage,
  summary: `Lists the incidents that are not resolved, newest first; states are ${INCIDENT_STATES.join(", ")}`,
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    assertNoPositionals(positionals, usage);
    const states = values.all ? undefined : (values.state ?? UNRESOLVED);
    const incidents = await incidentsOf(values.server, terminal).list(states);
    if (values.json) terminal.print(JSON.stringify(incidents, null, 2));
    else if (incidents.length > 0) terminal.print(tableText(incidents.map(cellsOf)));
    else terminal.complain(values.all ? "There are no incidents." : "No incident is open.");
    return EXIT.ok;
  },
};

function cellsOf({ number, title, severity, state, lead_name: lead, started_at: at, id }: IncidentSummary) {
  return [
    `#${number}`,
    printableLine(title),
    severity,
    state,
    printableLine(lead ?? "no lead"),
    `since ${at}`,
    id,
  ];
}
