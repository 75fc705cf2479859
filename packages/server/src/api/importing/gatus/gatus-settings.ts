import type { ImportBuilder } from "../building/import-builder.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";

/** Settings of the program Gatus. Vedette has its own, so each is reported. */
const REASONS: Readonly<Record<string, string>> = {
  metrics: "Metrics of Vedette are on by a setting of the server.",
  debug: "The log level is a setting of the server.",
  "skip-invalid-config-update": "An import changes nothing if the file is not valid.",
  "disable-monitoring-lock": "Checks run in parallel.",
  concurrency: "The concurrency is a setting of the runners.",
  storage: "The database is a setting of the server. History is not imported.",
  web: "Address, port and TLS are settings of the server.",
  security: "Members log in to Vedette with accounts of their own.",
  remote: "Import the configuration of the remote instance in its place.",
  tunneling: "Start a runner behind the tunnel in its place.",
  "external-endpoints-defaults": "Defaults have no counterpart.",
};
const LISTS = new Set(["endpoints", "external-endpoints", "suites", "announcements"]);
const OBJECTS = new Set(["alerting", "maintenance", "ui"]);

export function reportSettings(config: DocumentObject, builder: ImportBuilder): void {
  for (const [name, value] of Object.entries(config)) {
    if (LISTS.has(name) || OBJECTS.has(name)) {
      const isRead = value === null || (LISTS.has(name) ? Array.isArray(value) : isObject(value));
      const reasons = [
        `It must be ${LISTS.has(name) ? "a list" : "an object"}, so that nothing of it is imported.`,
      ];
      if (!isRead) builder.notMade({ kind: "setting", key: name, name, reasons });
      continue;
    }
    const reason = name === "connectivity" ? canaryReason(value) : REASONS[name];
    const unknown = "Gatus has no setting of this name, and ignores it too.";
    builder.notMade({ kind: "setting", key: name.slice(0, 200), name, reasons: [reason ?? unknown] });
  }
  for (const [index, announcement] of listOf(config.announcements).entries()) {
    const { type, message, timestamp } = objectOf(announcement);
    const name = textOf(message) ?? textOf(type) ?? "Announcement";
    builder.notMade({
      kind: "announcement",
      key: textOf(timestamp) ?? String(index + 1),
      name,
      reasons: ["Announcements are not imported: post them as incidents of the status page."],
    });
  }
}

function canaryReason(connectivity: unknown): string {
  const target = isObject(connectivity) ? textOf(objectOf(connectivity.checker).target) : null;
  return target === null
    ? "The check of the connection is a setting of the runners."
    : `Set VEDETTE_CANARIES=${target} for the runners in its place.`;
}
