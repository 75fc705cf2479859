import { CHANGE_FIELD_LABELS } from "@vedette/contract/changes/change-fields.ts";
import type { ChangeKind, TargetChange } from "@vedette/contract/changes/changes.ts";
import type { MarkerRow } from "../../markers/queries.ts";
import type { RunnerUpdateRow } from "../runners/queries.ts";
import type { EditRow, ObservedChangeRow, UpdateRow } from "./queries.ts";

/** The rows of all sources as entries of one timeline. Pure. */

const NOT_OBSERVED = {
  ...{ field: null, before: null, after: null, locations: [], is_last: false, by: null, url: null },
} as const satisfies Partial<TargetChange>;

export function describeObserved(row: ObservedChangeRow): TargetChange {
  const { key, at, field, before, after, locations, is_last } = row;
  return {
    ...{ id: key, at: at.toISOString(), kind: "observed", field, before, after, locations, is_last },
    summary: observedText(row),
    ...{ by: null, url: null },
  };
}

/** Keys of a body are too many to list them twice. */
function observedText({ field, before, after, is_last: isLast }: ObservedChangeRow): string {
  const label = CHANGE_FIELD_LABELS[field];
  const text = field === "body" ? bodyText(before, after) : `${label} changed from ${before} to ${after}`;
  return isLast ? `${text}. It changes all the time and is ignored for a week.` : `${text}.`;
}

function bodyText(before: string, after: string): string {
  if (isSize(before) || isSize(after))
    return `The body changed from ${sizeText(before)} to ${sizeText(after)}`;
  const [were, are] = [before.split(", "), after.split(", ")];
  const parts = [
    partText(
      "new",
      are.filter((key) => !were.includes(key)),
    ),
    partText(
      "gone",
      were.filter((key) => !are.includes(key)),
    ),
  ];
  return `Keys of the body: ${parts.filter((part) => part !== null).join("; ")}`;
}

const KEYS_NAMED_MAX = 10;

function partText(word: string, keys: readonly string[]): string | null {
  if (keys.length === 0) return null;
  const more = keys.length - KEYS_NAMED_MAX;
  return `${word} ${keys.slice(0, KEYS_NAMED_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const SIZE = /^\d+ bytes$/;

const isSize = (value: string): boolean => SIZE.test(value);

function sizeText(value: string): string {
  return isSize(value) ? `${Number.parseInt(value, 10).toLocaleString("en")} bytes` : "JSON";
}

export function describeDeploy({ id, at, title, url, created_by: by }: MarkerRow): TargetChange {
  const summary = `Deploy: ${title}.`;
  return { ...NOT_OBSERVED, id: `deploy ${id}`, at: at.toISOString(), kind: "deploy", summary, by, url };
}

export function describeEdit(row: EditRow): TargetChange {
  const { key, at, actor_name: by } = row;
  return {
    ...NOT_OBSERVED,
    ...{ id: key, at: at.toISOString(), kind: kindOf(row), summary: editText(row), by },
  };
}

function kindOf({ object_type: type }: EditRow): ChangeKind {
  if (type === "variable") return "variable";
  return type === "alert_rule" ? "rule" : "edit";
}

const VERBS: Readonly<Record<string, string>> = { create: "created", update: "changed", delete: "deleted" };
const NOUNS: Readonly<Record<string, string>> = {
  variable: "Variable",
  alert_rule: "Alert rule",
  monitor: "Monitor",
  api_monitor: "API monitor",
  journey: "Journey",
  heartbeat: "Heartbeat",
};

function editText({ action, object_type: type, object_name: name, fields }: EditRow): string {
  const verb = action.split(".")[1] ?? "";
  const what = `${NOUNS[type] ?? type} “${name ?? "unknown"}”`;
  const done = VERBS[verb] ?? verb.replaceAll("_", " ");
  const isListed = verb === "update" && type !== "variable" && fields.length > 0;
  return isListed ? `${what} ${done}: ${fields.map(fieldText).toSorted().join(", ")}.` : `${what} ${done}.`;
}

/** The audit log names columns, such as `interval_ms`. */
function fieldText(name: string): string {
  return name.replace(/_ms$/, "").replaceAll("_", " ");
}

export function describeUpdate({ key, at, version, previous_version: before }: UpdateRow): TargetChange {
  const summary = `Vedette was updated from ${before} to ${version}.`;
  return { ...NOT_OBSERVED, id: key, at: at.toISOString(), kind: "update", summary };
}

export function describeRunnerUpdate(row: RunnerUpdateRow): TargetChange {
  const { key, at, location, version, previous_version: before } = row;
  return {
    ...NOT_OBSERVED,
    ...{ id: key, at: at.toISOString(), kind: "update", locations: [location] },
    summary: `A runner at ${location} has version ${version}; before, runners there had ${before}.`,
  };
}
