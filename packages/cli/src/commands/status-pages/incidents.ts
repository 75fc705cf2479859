import {
  COMPONENT_STATUSES,
  type ComponentStatus,
  IMPACTS,
  INCIDENT_STATUSES,
} from "@vedette/contract/status-pages/status-words.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { StatusPageClient } from "../../status-page-client.ts";

const ID = { summary: "ID of the status page" };

export const listPageIncidents = defineCommand({
  words: "status-pages incidents",
  summary: "Lists the incidents of a status page, newest first",
  arguments: { id: ID },
  async run({ arguments: { id } }, context) {
    const incidents = await new StatusPageClient(context.settings()).listIncidents(id);
    await context.writeList(incidents, () => ({
      columns: ["started", "status", "impact", "title", "id"],
      cells: incidents.map((incident) => [
        incident.started_at,
        incident.published ? incident.status : `draft, ${incident.status}`,
        incident.impact,
        printableLine(incident.title),
        incident.id,
      ]),
      empty: "There are no incidents.",
    }));
    return EXIT.ok;
  },
});

const message = { type: "string", value: "text", summary: "text for visitors", isRequired: true } as const;
const shared = {
  component: {
    type: "string",
    value: "id=status",
    summary: "status of a component; may be repeated",
    isList: true,
  },
  silent: { type: "boolean", summary: "notify no subscriber" },
} as const;

export const postIncident = defineCommand({
  words: "status-pages post",
  summary: "Posts an incident on a status page and prints its ID and address",
  arguments: { id: ID },
  options: {
    title: { type: "string", value: "title", summary: "title", isRequired: true },
    message,
    status: {
      type: "string",
      value: "status",
      summary: "status of the incident",
      choices: INCIDENT_STATUSES,
    },
    impact: { type: "string", value: "impact", summary: "impact", choices: IMPACTS },
    ...shared,
    draft: { type: "boolean", summary: "do not publish the incident" },
  },
  async run({ arguments: { id }, options }, context) {
    const { title, message: text, status, impact } = options;
    const incident = await new StatusPageClient(context.settings()).postIncident(id, {
      title,
      message: text,
      ...(status && { status }),
      ...(impact && { impact }),
      components: readComponents(options.component),
      published: !options.draft,
      notify: !options.silent,
    });
    await context.write(incident, () => `${incident.id}\n${incident.url}`);
    return EXIT.ok;
  },
});

export const postIncidentUpdate = defineCommand({
  words: "status-pages post-update",
  summary: "Posts an update of an incident, such as that it is resolved",
  arguments: { id: ID, incident: { summary: "ID of the incident" } },
  options: {
    status: {
      type: "string",
      value: "status",
      summary: "status of the incident",
      choices: INCIDENT_STATUSES,
      isRequired: true,
    },
    message,
    ...shared,
  },
  async run({ arguments: { id, incident: incidentId }, options }, context) {
    const incident = await new StatusPageClient(context.settings()).postUpdate(id, incidentId, {
      status: options.status,
      message: options.message,
      components: readComponents(options.component),
      notify: !options.silent,
    });
    await context.write(incident, () => incident.url);
    return EXIT.ok;
  },
});

function readComponents(texts: readonly string[] = []): { id: string; status: ComponentStatus }[] {
  return texts.map((text) => {
    const [id = "", word] = text.split("=");
    const status = COMPONENT_STATUSES.find((one) => one === word);
    if (status !== undefined && id !== "") return { id, status };
    throw new UsageError(
      `--component is '${text}', which is not ID=STATUS with one of ${COMPONENT_STATUSES.join(", ")}.`,
    );
  });
}
