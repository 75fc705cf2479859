import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";

/** What the page says about a tool, and what its files are. */
export type ImportTool = {
  kind: ImportKind;
  /** How to get the files. */
  howTo: string;
  /** Endings of file names. */
  accept: string;
  hasFolder?: true;
  /** Whether its files refer to environment variables. */
  hasEnv?: true;
  hasHistory?: true;
  /** Whether the content can be pasted. */
  isText?: true;
};

export const IMPORT_TOOLS: readonly ImportTool[] = [
  {
    kind: "kuma",
    howTo: "Copy kuma.db of the data folder, and kuma.db-wal beside it if Uptime Kuma is running.",
    accept: ".db,.sqlite,.sqlite3,.db-wal,.gz",
    hasHistory: true,
  },
  {
    kind: "gatus",
    howTo: "Choose config.yaml, or the configuration folder.",
    accept: ".yaml,.yml",
    hasFolder: true,
    hasEnv: true,
  },
  {
    kind: "healthchecks",
    howTo: "Save the response of GET /api/v3/checks/ with a full API key: jobs then keep their UUIDs.",
    accept: ".json",
  },
  {
    kind: "checkly",
    howTo: "Run npx checkly deploy --debug-bundle, which deploys nothing, and choose debug-bundle.json.",
    accept: ".json",
    hasEnv: true,
  },
  {
    kind: "blackbox",
    howTo:
      "Choose blackbox.yml of the Blackbox exporter, prometheus.yml and the target files, or their folder.",
    accept: ".yaml,.yml,.json",
    hasFolder: true,
  },
  {
    kind: "uptimerobot",
    howTo: "Export the monitors as CSV, or save the response of getMonitors of the API.",
    accept: ".csv,.json,.txt",
  },
  {
    kind: "list",
    howTo: "One a line: https://…, tcp:host:port, ping:host or dns:name, then name and #tags.",
    accept: ".txt,.csv",
    isText: true,
  },
];

export function toolOf(kind: ImportKind): ImportTool {
  const tool = IMPORT_TOOLS.find((each) => each.kind === kind);
  if (!tool) throw new Error(`no tool of the kind ${kind}`);
  return tool;
}
