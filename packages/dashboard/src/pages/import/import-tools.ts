import { IMPORT_NAMES } from "@vedette/contract/imports/import-kinds.ts";
import { t } from "../../language/t.ts";
import type { ImportChoice } from "./import-choice.ts";

/** What the page says about a tool, and what its files are. */
export type ImportTool = {
  kind: ImportChoice["kind"];
  name: string;
  /** How to get the files. */
  howTo: string;
  /** Endings of file names. */
  accept: string;
  hasFolder?: true;
  /** Whether its files refer to environment variables. */
  hasEnv?: true;
  hasHistory?: true;
  /** Has schedules and policies, which only admins may make. */
  isOnCall?: true;
  /** Whether the content can be pasted. */
  isText?: true;
};

export const IMPORT_TOOLS: readonly ImportTool[] = [
  {
    kind: "kuma",
    name: IMPORT_NAMES.kuma,
    howTo: t("Copy kuma.db of the data folder, and kuma.db-wal beside it if Uptime Kuma is running."),
    accept: ".db,.sqlite,.sqlite3,.db-wal,.gz",
    hasHistory: true,
  },
  {
    kind: "gatus",
    name: IMPORT_NAMES.gatus,
    howTo: t("Choose config.yaml, or the configuration folder."),
    accept: ".yaml,.yml",
    hasFolder: true,
    hasEnv: true,
  },
  {
    kind: "healthchecks",
    name: IMPORT_NAMES.healthchecks,
    howTo: t("Save the response of GET /api/v3/checks/ with a full API key: jobs then keep their UUIDs."),
    accept: ".json",
  },
  {
    kind: "checkly",
    name: IMPORT_NAMES.checkly,
    howTo: t("Run npx checkly deploy --debug-bundle, which deploys nothing, and choose debug-bundle.json."),
    accept: ".json",
    hasEnv: true,
  },
  {
    kind: "blackbox",
    name: IMPORT_NAMES.blackbox,
    howTo: t(
      "Choose blackbox.yml of the Blackbox exporter, prometheus.yml and the target files, or their folder.",
    ),
    accept: ".yaml,.yml,.json",
    hasFolder: true,
  },
  {
    kind: "uptimerobot",
    name: IMPORT_NAMES.uptimerobot,
    howTo: t("Export the monitors as CSV, or save the response of getMonitors of the API."),
    accept: ".csv,.json,.txt",
  },
  {
    kind: "opsgenie",
    name: "Opsgenie",
    howTo: t(
      "Schedules and policies: save the responses of GET /v2/schedules?expand=rotation, /v2/escalations and /v2/users.",
    ),
    accept: ".json",
    isOnCall: true,
  },
  {
    kind: "pagerduty",
    name: "PagerDuty",
    howTo: t("Schedules and policies: save the responses of GET {path}, /escalation_policies and /users.", {
      path: "/schedules/{id}",
    }),
    accept: ".json",
    isOnCall: true,
  },
  {
    kind: "list",
    name: IMPORT_NAMES.list,
    howTo: t("One a line: https://…, tcp:host:port, ping:host or dns:name, then name and #tags."),
    accept: ".txt,.csv",
    isText: true,
  },
];

export function toolOf(kind: ImportChoice["kind"]): ImportTool {
  const tool = IMPORT_TOOLS.find((each) => each.kind === kind);
  if (!tool) throw new Error(`no tool of the kind ${kind}`);
  return tool;
}
