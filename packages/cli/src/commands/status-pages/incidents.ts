import {
  COMPONENT_STATUSES,
  type ComponentStatus,
  IMPACTS,
  INCIDENT_STATUSES,
} from "@vedette/contract/status-pages/status-words.ts";
import { type Command, readArguments, readId, statusPagesOf } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const listUsage = "status-pages incidents ID [--json]";

export const listPageIncidents: Command = {
  usage: listUsage,
  summary: "Lists the incidents of a status page, newest first",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage: listUsage });
    const id = readId(positionals, { usage: listUsage, noun: "status page" });
    const incidents = await statusPagesOf(values.server, terminal).listIncidents(id);
    if (values.json) terminal.print(JSON.stringify(incidents, null, 2));
    else if (incidents.length > 0)
      terminal.print(
        tableText(
          incidents.map((incident) => [
            incident.started_at,
            incident.published ? incident.status : `draft, ${incident.status}`,
            incident.impact,
            printableLine(incident.title),
            incident.id,
          ]),
        ),
      );
    else terminal.complain("There are no incidents.");
    return EXIT.ok;
  },
};

const shared = {
  message: { type: "string" },
  status: { type: "string" },
  component: { type: "string", multiple: true },
  silent: { type: "boolean", default: false },
} as const;

const postUsage = `status-pages post ID --title TITLE --message TEXT [--status ${INCIDENT_STATUSES.join("|")}] [--impact ${IMPACTS.join("|")}] [--component ID=STATUS …] [--draft] [--silent] [--json]`;

const postOptions = {
  ...shared,
  title: { type: "string" },
  impact: { type: "string" },
  draft: { type: "boolean", default: false },
} as const;

export const postIncident: Command = {
  usage: postUsage,
  summary: "Posts an incident on a status page and prints its address; --silent notifies no subscriber",
  async run(args, terminal) {
    const usage = postUsage;
    const { values, positionals } = readArguments(args, { options: postOptions, usage });
    const id = readId(positionals, { usage, noun: "status page" });
    const { title, message } = values;
    if (!title || !message)
      throw new UsageError(`An incident requires --title and --message. Usage: vdt ${usage}`);
    const status = readWord(INCIDENT_STATUSES, values.status, { option: "--status", usage });
    const impact = readWord(IMPACTS, values.impact, { option: "--impact", usage });
    const incident = await statusPagesOf(values.server, terminal).postIncident(id, {
      title,
      message,
      ...(status && { status }),
      ...(impact && { impact }),
      components: readComponents(values.component ?? [], usage),
      published: !values.draft,
      notify: !values.silent,
    });
    terminal.print(values.json ? JSON.stringify(incident, null, 2) : `${incident.id}\n${incident.url}`);
    return EXIT.ok;
  },
};

const updateUsage = `status-pages post-update ID INCIDENT --status ${INCIDENT_STATUSES.join("|")} --message TEXT [--component ID=STATUS …] [--silent] [--json]`;

export const postIncidentUpdate: Command = {
  usage: updateUsage,
  summary: "Posts an update of an incident, such as that it is resolved",
  async run(args, terminal) {
    const usage = updateUsage;
    const { values, positionals } = readArguments(args, { options: shared, usage });
    const [id, incidentId, ...more] = positionals;
    const status = readWord(INCIDENT_STATUSES, values.status, { option: "--status", usage });
    if (!id || !incidentId || more.length > 0 || !status || !values.message)
      throw new UsageError(
        `An update requires the IDs of page and incident, --status and --message. Usage: vdt ${usage}`,
      );
    const incident = await statusPagesOf(values.server, terminal).postUpdate(id, incidentId, {
      status,
      message: values.message,
      components: readComponents(values.component ?? [], usage),
      notify: !values.silent,
    });
    terminal.print(values.json ? JSON.stringify(incident, null, 2) : incident.url);
    return EXIT.ok;
  },
};

function readWord<const Word extends string>(
  words: readonly Word[],
  text: string | undefined,
  { option, usage }: { option: string; usage: string },
): Word | undefined {
  const word = words.find((one) => one === text);
  if (text === undefined || word !== undefined) return word;
  throw new UsageError(`${option} must be ${words.join(", ")}. Usage: vdt ${usage}`);
}

function readComponents(texts: readonly string[], usage: string): { id: string; status: ComponentStatus }[] {
  return texts.map((text) => {
    const [id = "", word] = text.split("=");
    const status = readWord(COMPONENT_STATUSES, word ?? "", { option: "The status of --component", usage });
    if (status === undefined || id === "")
      throw new UsageError(`--component must be ID=STATUS. Usage: vdt ${usage}`);
    return { id, status };
  });
}
