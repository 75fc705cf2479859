import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import type { ImportBuilder } from "../building/import-builder.ts";
import { type DocumentObject, listOf, objectOf, textOf } from "../document-value.ts";
import { checklyMonitor } from "./checkly-monitor.ts";
import { heartbeatFields, intervalSeconds, locationReason, retriesOf } from "./checkly-schedule.ts";
import { environmentNames, missingModules } from "./checkly-script.ts";
import { ChecklyTexts, defineVariables } from "./checkly-texts.ts";
import { type ChecklyResource, refOf } from "./read-bundle.ts";

/** A check that is made, with its group for its alerts. */
export type MadeCheck = {
  id: string;
  key: string;
  kind: CodeKind;
  payload: DocumentObject;
  group: ChecklyResource | null;
};

type Context = {
  builder: ImportBuilder;
  groups: ReadonlyMap<string, ChecklyResource>;
  /** Keys of the groups that are made. */
  groupKeys: ReadonlyMap<string, string>;
};

const NOT_MADE: Readonly<Record<string, string>> = {
  TRACEROUTE: "There is no check of the route to a host.",
  AGENTIC: "There are no checks by an agent.",
  PLAYWRIGHT: "A suite of Playwright has files that are not in the bundle.",
};

/** Adds a check as a monitor, a journey or a heartbeat. Returns null if it is not made. */
export function addCheck({ id, payload }: ChecklyResource, context: Context): MadeCheck | null {
  const { builder, groups, groupKeys } = context;
  const type = textOf(payload.checkType) ?? "";
  const kind = kindOf(type);
  const key = builder.reserveKey(kind, id);
  const name = textOf(payload.name) ?? id;
  const groupId = refOf(payload.groupId);
  const group = groupId === null ? null : (groups.get(groupId) ?? null);
  const groupKey = groupId === null ? undefined : groupKeys.get(groupId);
  const ofGroup = group?.payload ?? {};
  const reasons: string[] = [];
  const texts = new ChecklyTexts(builder.values, reasons);
  reasons.push(...defineVariables(payload.environmentVariables, builder.values));
  const own = ownFields({ type, key, payload, ofGroup }, texts, reasons);
  if ("reason" in own) {
    builder.notMade({ kind: "check", key, name, reasons: [own.reason] });
    return null;
  }
  const isPaused = pauses(payload, texts, reasons);
  const isMade = builder.add({
    kind,
    key,
    name,
    fields: {
      ...own.fields,
      ...(groupKey !== undefined && { group: groupKey }),
      enabled: payload.activated !== false && ofGroup.activated !== false && !isPaused,
      tags: [...listOf(payload.tags), ...listOf(ofGroup.tags)].flatMap((tag) => textOf(tag) ?? []),
      description: textOf(payload.description) ?? "",
    },
    reasons,
  });
  return isMade ? { id, key, kind, payload, group } : null;
}

function kindOf(type: string): CodeKind {
  if (type === "HEARTBEAT") return "heartbeat";
  return type === "BROWSER" || type === "MULTI_STEP" ? "journey" : "monitor";
}

type OwnFields = { fields: DocumentObject } | { reason: string };
type Check = { type: string; key: string; payload: DocumentObject; ofGroup: DocumentObject };

function ownFields(check: Check, texts: ChecklyTexts, reasons: string[]): OwnFields {
  const { type, payload, ofGroup } = check;
  if (type === "HEARTBEAT") {
    reasons.push("The ping URL is another one: set it in the job.");
    return { fields: heartbeatFields(payload) };
  }
  if (kindOf(type) === "journey") return journeyFields(check, reasons);
  const defaults = objectOf(ofGroup.apiCheckDefaults);
  const monitor = checklyMonitor(payload, { texts, defaults, owner: `CHECKLY_${check.key}`, reasons });
  if (monitor === null)
    return { reason: NOT_MADE[type] ?? `There is no check of the type '${type.slice(0, 50)}'.` };
  const { count, retry } = retriesOf(payload, ofGroup, reasons);
  reasons.push(...locationReason(payload, ofGroup));
  const { assertions, ...others } = monitor.fields;
  const fields = {
    ...others,
    type: monitor.type,
    interval: intervalSeconds(payload),
    retries: count,
    ...(retry !== null && { retry }),
    ...responseTimes(payload, listOf(assertions)),
  };
  return { fields };
}

function responseTimes(
  { degradedResponseTime, maxResponseTime }: DocumentObject,
  assertions: readonly unknown[],
): DocumentObject {
  const limit = { type: "response_time", operator: "less_than_or_equal", value: maxResponseTime };
  return {
    ...(typeof degradedResponseTime === "number" &&
      degradedResponseTime > 0 && { degraded_after_ms: degradedResponseTime }),
    assertions: typeof maxResponseTime === "number" ? [...assertions, limit] : assertions,
  };
}

function journeyFields({ payload, ofGroup }: Check, reasons: string[]): OwnFields {
  const script = textOf(payload.script) ?? "";
  const missing = missingModules(script);
  if (missing.length > 0 || listOf(payload.dependencies).length > 0) {
    const names = missing.join(", ").slice(0, 200) || "other files";
    return {
      reason: `The script imports ${names}; a script imports only @playwright/test and modules of Node.`,
    };
  }
  const names = environmentNames(script);
  if (names.length > 0)
    reasons.push(`The script reads ${names.join(", ").slice(0, 200)}: those are variables of Vedette.`);
  if (textOf(payload.sslCheckDomain))
    reasons.push("The certificate of its domain is not checked: add a monitor of the type 'tls'.");
  if (listOf(payload.snapshots).length > 0)
    reasons.push("Snapshots are not in the bundle: the first run makes new ones.");
  const { count } = retriesOf(payload, ofGroup, reasons);
  reasons.push(...locationReason(payload, ofGroup));
  const fields = { script, interval_seconds: Math.max(intervalSeconds(payload), 10), max_retries: count };
  return { fields };
}

const SCRIPTS = ["localSetupScript", "localTearDownScript", "setupSnippetId", "tearDownSnippetId"];

/** Returns whether the check cannot run as it is, and adds why. */
function pauses(payload: DocumentObject, texts: ChecklyTexts, reasons: string[]): boolean {
  const scripts = SCRIPTS.filter(
    (name) => payload[name] !== null && payload[name] !== undefined && payload[name] !== "",
  );
  if (scripts.length > 0)
    reasons.push("It has a setup or teardown script, which does not run here: it is paused.");
  for (const name of texts.missing)
    reasons.push(`The variable '${name}' is not in the file: it is paused until you set the value.`);
  return scripts.length > 0 || texts.missing.length > 0;
}
