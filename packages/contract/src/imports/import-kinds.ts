/** The tools from which monitors can be imported. Apart from the schemas, which pages that name a tool do not load. */

export const IMPORT_KINDS = [
  "kuma",
  "gatus",
  "healthchecks",
  "checkly",
  "blackbox",
  "uptimerobot",
  "list",
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The name of each tool, as it writes it. */
export const IMPORT_NAMES: Readonly<Record<ImportKind, string>> = {
  kuma: "Uptime Kuma",
  gatus: "Gatus",
  healthchecks: "Healthchecks",
  checkly: "Checkly",
  blackbox: "Blackbox",
  uptimerobot: "UptimeRobot",
  list: "List of URLs",
};
