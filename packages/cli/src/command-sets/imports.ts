import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import { importCommand } from "../commands/import/import-command.ts";

const TOOLS: Readonly<Record<ImportKind, { summary: string; files: string }>> = {
  kuma: {
    summary: "Imports a database of Uptime Kuma 1.23 or 2",
    files: "kuma.db, or the data folder; the log beside it is sent along",
  },
  gatus: { summary: "Imports a configuration of Gatus", files: "config.yaml, or the configuration folder" },
  healthchecks: {
    summary: "Imports checks of Healthchecks and keeps their UUIDs",
    files: "Responses of GET /api/v3/checks/ and, optional, /api/v3/channels/",
  },
  checkly: {
    summary: "Imports a project of Checkly",
    files: "debug-bundle.json of 'checkly deploy --debug-bundle'",
  },
  blackbox: {
    summary: "Imports modules and jobs of the Blackbox exporter",
    files: "blackbox.yml, prometheus.yml and target files, or their folder",
  },
  uptimerobot: {
    summary: "Imports monitors of UptimeRobot",
    files: "CSV file, or the response of getMonitors",
  },
  list: { summary: "Imports a list of URLs and hosts, one a line", files: "Text file; - is standard input" },
};

export const importCommands = (Object.keys(TOOLS) as ImportKind[]).map((kind) =>
  importCommand(kind, TOOLS[kind]),
);
