import {
  PERIOD_SECONDS_MAX,
  PERIOD_SECONDS_MIN,
} from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import { ImportCredential } from "../building/import-credential.ts";
import { readDuration } from "../building/read-duration.ts";
import { listOf, objectOf, textOf } from "../document-value.ts";
import { addAlerts } from "./gatus-alerts.ts";
import { commonFields, type GatusContext } from "./gatus-endpoints.ts";
import { addWindows } from "./gatus-maintenance.ts";
import { endpointKey, gatusFlag, unknownFields } from "./gatus-values.ts";

const KNOWN = new Set([
  ...[
    "name",
    "group",
    "enabled",
    "token",
    "heartbeat",
    "alerts",
    "maintenance-windows",
    "extra-labels",
    "ui",
  ],
]);
const TOKEN = /^[A-Za-z0-9_-]{8,200}$/;

/** Adds a heartbeat for each external endpoint: its senders go on with their token. */
export function addExternalEndpoints(endpoints: readonly unknown[], context: GatusContext): void {
  const tokens = new Set<string>();
  for (const endpoint of endpoints) addExternalEndpoint(endpoint, tokens, context);
}

function addExternalEndpoint(given: unknown, tokens: Set<string>, context: GatusContext): void {
  const { builder, texts } = context;
  const endpoint = objectOf(given);
  const group = textOf(endpoint.group) ?? "";
  const name = texts.plain(textOf(endpoint.name) ?? "");
  const key = builder.reserveKey("heartbeat", endpointKey(group, name));
  const reasons = unknownFields(endpoint, KNOWN);
  const token = texts.plain(textOf(endpoint.token) ?? "");
  const isUsable = TOKEN.test(token) && !tokens.has(token);
  if (!isUsable) {
    const why = tokens.has(token)
      ? "another external endpoint has the same"
      : "it must be 8 to 200 letters, digits, _ or -";
    reasons.push(`The token is not imported: ${why}. Use the ping URL of the heartbeat.`);
  }
  tokens.add(token);
  const isMade = builder.add({
    kind: "heartbeat",
    key,
    name,
    fields: {
      ...commonFields(endpoint, context, reasons),
      enabled: gatusFlag(endpoint.enabled, true),
      ...schedule(objectOf(endpoint.heartbeat).interval, reasons),
      ...(isUsable && { push_token: new ImportCredential(`GATUS_TOKEN_${key}`, token) }),
    },
    reasons,
  });
  if (!isMade) return;
  context.shown.push({ key, name, group });
  const unused = addAlerts({ key, group, alerts: endpoint.alerts }, context);
  if (unused.length > 0) builder.notMade({ kind: "alert", key, name, reasons: unused });
  addWindows(listOf(endpoint["maintenance-windows"]), { key, name }, context);
}

/** Gatus has no grace: a push is late as soon as the interval has passed. */
function schedule(interval: unknown, reasons: string[]): object {
  const text = textOf(interval);
  const seconds = text === null ? null : readDuration(text);
  if (seconds === null || seconds === 0) {
    reasons.push(
      "It has no heartbeat interval: a missing push is late after a year, and only pushed states count.",
    );
    return { schedule: { type: "period", seconds: PERIOD_SECONDS_MAX }, grace_seconds: 0 };
  }
  const limited = Math.min(Math.max(Math.round(seconds), PERIOD_SECONDS_MIN), PERIOD_SECONDS_MAX);
  if (limited !== seconds) reasons.push(`The heartbeat interval is set to ${limited} seconds.`);
  return { schedule: { type: "period", seconds: limited }, grace_seconds: 0 };
}
