import type { ImportBuilder } from "../../building/import-builder.ts";
import type { KumaDatabase, KumaRow } from "../database/kuma-database.ts";
import type { KumaContext } from "./kuma-context.ts";
import { columnNumber, columnText, flagOf, idOf, lookUp, readName } from "./row-values.ts";

/** Reports what is part of other resources, or has no counterpart: tags, proxies, keys, users and settings. */

/** Settings that are used, or that describe the database itself. */
const USED_SETTINGS: Readonly<Record<string, string>> = {
  serverTimezone: "The time zone of maintenances",
  tlsExpiryNotifyDays: "Days of rules for certificates",
  domainExpiryNotifyDays: "Days of rules for domains",
};
const INTERNAL_SETTINGS = new Set([
  "database_version",
  "databasePatchedFiles",
  "migrateAggregateTableState",
  "initServerTimezone",
  "jwtSecret",
]);

export function reportRest(
  { tables, users, unknownMigrations }: KumaDatabase,
  context: KumaContext,
  builder: ImportBuilder,
): void {
  const monitors = [...context.monitors.values()];
  for (const row of tables.tag) reportTag(row, context, builder);
  for (const row of tables.proxy) {
    const name = `${columnText(row, "protocol")}://${columnText(row, "host")}:${idOf(row, "port")}`;
    reportShared(
      "proxy",
      { row, name, isUsed: monitors.some((each) => columnNumber(each, "proxy_id") === idOf(row)) },
      builder,
    );
  }
  for (const row of tables.docker_host) {
    const isUsed = monitors.some(
      (each) => columnText(each, "type") === "docker" && columnNumber(each, "docker_host") === idOf(row),
    );
    reportShared("docker_host", { row, name: columnText(row, "name"), isUsed }, builder);
  }
  for (const row of tables.remote_browser)
    reject(builder, "remote_browser", row, {
      name: columnText(row, "name"),
      reason: "Vedette runs its own browsers.",
    });
  for (const row of tables.api_key)
    reject(builder, "api_key", row, {
      name: columnText(row, "name"),
      reason: "Only hashes of keys are stored; create a key.",
    });
  if (users > 0)
    builder.notMade({
      kind: "user",
      key: "users",
      name: `Users (${users})`,
      reasons: ["Users sign up or are invited again."],
    });
  for (const row of tables.setting) reportSetting(row, builder);
  if (unknownMigrations.length > 0) reportNewerVersion(unknownMigrations, builder);
}

function reportTag(row: KumaRow, { tagsOf }: KumaContext, builder: ImportBuilder): void {
  const key = `tag-${idOf(row)}`;
  const { name } = readName(columnText(row, "name"), key);
  const isUsed = [...tagsOf.values()].some((links) =>
    links.some((link) => idOf(link, "tag_id") === idOf(row)),
  );
  if (isUsed) builder.madeAsPart({ kind: "tag", key, name, reasons: ["Its color is not kept."] });
  else builder.notMade({ kind: "tag", key, name, reasons: ["No monitor has it."] });
}

type Shared = { row: KumaRow; name: string; isUsed: boolean };

/** Something that each monitor has a copy of. */
function reportShared(kind: string, { row, name, isUsed }: Shared, builder: ImportBuilder): void {
  const entry = { kind, key: `${kind}-${idOf(row)}`, name: readName(name, kind).name };
  if (!isUsed) {
    builder.notMade({ ...entry, reasons: ["No monitor uses it."] });
    return;
  }
  const reasons = ["It becomes a setting of each monitor that uses it."];
  if (flagOf(row, "default"))
    reasons.push("It was the default of new monitors; Vedette has no such setting.");
  builder.madeAsPart({ ...entry, reasons });
}

function reject(
  builder: ImportBuilder,
  kind: string,
  row: KumaRow,
  { name, reason }: { name: string; reason: string },
): void {
  const key = `${kind}-${idOf(row)}`;
  builder.notMade({ kind, key, name: readName(name, key).name, reasons: [reason] });
}

function reportSetting(row: KumaRow, builder: ImportBuilder): void {
  const key = columnText(row, "key");
  if (INTERNAL_SETTINGS.has(key)) return;
  const use = lookUp(USED_SETTINGS, key);
  const entry = { kind: "setting", key, name: key };
  if (use !== undefined) builder.madeAsPart({ ...entry, reasons: [] });
  else builder.notMade({ ...entry, reasons: ["It is a setting of Uptime Kuma itself."] });
}

function reportNewerVersion(migrations: readonly string[], builder: ImportBuilder): void {
  builder.notMade({
    kind: "database",
    key: "kuma.db",
    name: "Newer version of Uptime Kuma",
    reasons: [
      `The database is of a newer version than 2.5, with ${migrations.length} unknown migrations such as '${migrations[0]?.slice(0, 100)}'. What they added is not read.`,
    ],
  });
}
