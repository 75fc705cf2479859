import { alertChannelCreate } from "@vedette/contract/alerts/alert-channels.ts";
import { alertRuleCreate } from "@vedette/contract/alerts/alert-rules.ts";
import { maintenanceWindowCreate } from "@vedette/contract/alerts/maintenance-windows.ts";
import { apiMonitorCreate } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { parseFields } from "@vedette/contract/common/field-errors.ts";
import { heartbeatCreate } from "@vedette/contract/heartbeats/heartbeats.ts";
import { journeyCreate } from "@vedette/contract/journeys/journeys.ts";
import { statusPageCreate } from "@vedette/contract/status-pages/status-pages.ts";
import { groupCreate } from "@vedette/contract/targets/groups.ts";
import { monitorCreate } from "@vedette/contract/targets/monitors.ts";
import { variableCreate } from "@vedette/contract/variables/variables.ts";
import type { z } from "zod";
import type { DocumentObject } from "../document-value.ts";
import { withoutControl } from "./clean-text.ts";
import { withValues } from "./import-credential.ts";

/** The create request of each kind: what an importer makes must be accepted by it. */
const CREATES: Record<CodeKind, z.ZodType> = {
  variable: variableCreate,
  group: groupCreate,
  channel: alertChannelCreate,
  monitor: monitorCreate,
  api_monitor: apiMonitorCreate,
  journey: journeyCreate,
  heartbeat: heartbeatCreate,
  rule: alertRuleCreate,
  status_page: statusPageCreate,
  maintenance_window: maintenanceWindowCreate,
};

/** Fields of the document in place of IDs; their references are checked when the document is read. */
const OF_DOCUMENT = [
  "group",
  "groups",
  "parent",
  "parents",
  "channels",
  "on",
  "selector",
  "show_on",
  "components",
];

/** Without one of these, the resource would check something else. */
const ESSENTIAL = new Set([
  ...["name", "type", "url", "host", "port", "method", "server", "record", "steps", "script", "schedule"],
  ...["config", "params", "starts_at", "duration_seconds", "rrule", "timezone", "slug", "title", "value"],
  ...["invert", "expect_closed"],
]);
/** Each round removes at least one field or assertion. */
const ROUNDS_MAX = 100;
const REASON_LENGTH_MAX = 300;

type Repaired = { fields: DocumentObject; errors: null } | { fields: null; errors: string[] };

/**
 * Returns fields that a create request accepts. Optional fields and assertions that it refuses are removed with a
 * reason; anything else that it refuses is an error.
 */
export function repairFields(kind: CodeKind, given: DocumentObject, reasons: string[]): Repaired {
  let fields = given;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const errors = fieldErrors(kind, fields);
    if (errors.length === 0) return { fields, errors: null };
    const essential = errors.filter(({ path }) => isEssential(path));
    if (essential.length > 0) return { fields: null, errors: essential.map(toSentence) };
    reasons.push(...errors.map((error) => `Not imported: ${toSentence(error)}`));
    fields = without(fields, errors);
  }
  return { fields: null, errors: ["It has too many invalid fields."] };
}

function fieldErrors(kind: CodeKind, fields: DocumentObject): ErrorDetail[] {
  const own = Object.entries(fields).filter(([name]) => !OF_DOCUMENT.includes(name));
  return parseFields(CREATES[kind], withValues(Object.fromEntries(own))).errors ?? [];
}

function isEssential(path: string): boolean {
  return path === "" || ESSENTIAL.has(path.split(".")[0] ?? "");
}

function toSentence({ path, message }: ErrorDetail): string {
  const text = withoutControl(`The field '${path}' ${message}`);
  return text.length <= REASON_LENGTH_MAX ? `${text}.` : `${text.slice(0, REASON_LENGTH_MAX)}…`;
}

function without(fields: DocumentObject, errors: readonly ErrorDetail[]): DocumentObject {
  const rejected = errors.map(({ path }) => path.split("."));
  const names = new Set(rejected.filter(([name]) => name !== "assertions").map(([name]) => name));
  const ofAssertions = rejected.filter(([name]) => name === "assertions");
  if (ofAssertions.some(([, index]) => index === undefined)) names.add("assertions");
  const indexes = new Set(ofAssertions.map(([, index]) => Number(index)));
  const kept = Object.entries(fields).filter(([name]) => !names.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) =>
      name === "assertions" && Array.isArray(value)
        ? [name, value.filter((_, index) => !indexes.has(index))]
        : [name, value],
    ),
  );
}
