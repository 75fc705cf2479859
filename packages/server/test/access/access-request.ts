import { z } from "zod";
import type { Route } from "../../src/api/routing/define-route.ts";
import { CI_TRUST } from "../servers/ci-issuer.ts";
import { IDENTITY_PROVIDER } from "./sign-in-methods.ts";

/** Requests to a route of the table, with the ids and the smallest body that reach its authorization. */

export const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

/** Incidents of status pages; without the page, `incidents` are the internal records. */
export const PAGE_INCIDENTS = "incidents of a status page";

function collectionOf(url: string, name: string): string {
  return name === "incidents" && url.includes("/status-pages/") ? PAGE_INCIDENTS : name;
}

/** `/things/:id` contains an id of `things`. */
const PATH_ID = /([a-z-]+)\/:(\w+)/g;

export type RequestPath = {
  organizations: string;
  last?: string;
  query?: string;
  /** The id for each collection in the path, instead of an unknown id. */
  ids?: Record<string, string>;
};

/** Reaches the handler if possible: some routes reject an empty body, but only after authorization. */
export function accessRequest(route: Route, { query = "", ...path }: RequestPath) {
  return {
    // HEAD runs the same checks as GET, but its response ends.
    method: route.kind === "stream" ? ("HEAD" as const) : route.method,
    url: `${pathOf(route, path)}${query}`,
    ...(hasBody(route) && { payload: SMALLEST_BODIES[route.id] ?? {} }),
  };
}

/** Returns the path of a route for a member of an organization; other parameters are unknown ids. */
function pathOf(
  { url }: Route,
  { organizations, last, ids: known = {} }: Pick<RequestPath, "organizations" | "last" | "ids">,
): string {
  const ids = [...url.matchAll(PATH_ID)];
  return url.replaceAll(PATH_ID, (text, collection: string, name: string) => {
    const isLast = text === ids.at(-1)?.[0];
    const named =
      collection === "organizations" ? organizations : (known[collectionOf(url, collection)] ?? UNKNOWN_ID);
    const id = isLast && last !== undefined ? last : named;
    return text.replace(`:${name}`, id);
  });
}

/** Bodies for routes that validate a required field before they look up the id. */
export const SMALLEST_BODIES: Record<string, object> = {
  updateMember: { role: "viewer" },
  resendConfirmation: { email: "not-a-recipient@example.org" },
  acceptBaseline: { run_id: UNKNOWN_ID },
  confirmCheckout: { signature: "none" },
  readDeviceCode: { user_code: "XXXX-XXXX" },
  approveDeviceCode: { user_code: "XXXX-XXXX" },
  denyDeviceCode: { user_code: "XXXX-XXXX" },
  createMarker: { title: "m" },
  createSchedule: { name: "s" },
  verifyContactMethod: { code: "000000" },
  createReport: { name: "r", selector: {} },
  createSlo: { name: "s", selector: {}, objective: 99 },
  previewSlo: { selector: {}, objective: 99 },
  createEscalationPolicy: { name: "p", steps: [{ notify: [{ type: "all" }] }] },
  createOverride: { person_id: UNKNOWN_ID, from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
  importSchedules: { tool: "opsgenie", files: [{ name: "a.json", content: "{}" }], mode: "plan" },
  createCodeTrust: CI_TRUST,
  createIdentityProvider: IDENTITY_PROVIDER,
  renamePasskey: { name: "p" },
  createTelemetryExporter: { name: "e", endpoint: "http://127.0.0.1:4318" },
  createAuditStream: { name: "s", type: "webhook", config: { url: "https://siem.example.org/" } },
  createGroup: { name: "g" },
  createStatusPage: { slug: "s", title: "s" },
  createPageGroup: { name: "g" },
  createPageComponent: { name: "c" },
  createPageIncident: { title: "i", message: "m" },
  orderStatusPage: { items: [] },
  createIncidentUpdate: { status: "resolved", message: "m" },
  createIncident: { title: "i" },
  addAlertToIncident: { alert_id: UNKNOWN_ID },
  createIncidentNote: { text: "n" },
  draftStatusPagePost: { page_id: UNKNOWN_ID },
  createPageDomain: { host: "status.example.org" },
  createPageSubscriber: { type: "webhook", address: "https://hooks.example.org/b" },
  snoozeTarget: { minutes: 1 },
  setMonitorStatus: { status: "down" },
  changeAlertsInBulk: { ids: [UNKNOWN_ID], action: "resolve" },
  createMonitor: { name: "m", type: "url", url: "http://127.0.0.1/" },
  tryMonitor: { type: "url", url: "http://127.0.0.1/" },
  createApiMonitor: { name: "a", steps: [{ url: "http://127.0.0.1/" }] },
  tryApiMonitor: { steps: [{ url: "http://127.0.0.1/" }] },
  createJourney: { name: "j" },
  createHeartbeat: { name: "h" },
  tryJourney: {},
  createAlertRule: { name: "r", type: "consecutive_failures", params: { threshold: 1 } },
  previewAlertRule: { type: "consecutive_failures", params: { threshold: 1 } },
};

export function hasBody(route: Route): boolean {
  return route.kind === "json" && route.request.body !== undefined;
}

export function isWrite(route: Route): boolean {
  return route.method !== "GET";
}

/** Their paths have a name that the caller chooses, and no id. */
const NAMED = new Set(["import", "projects"]);

export function lastCollection({ url }: Route): string | undefined {
  const collection = [...url.matchAll(PATH_ID)].at(-1)?.[1];
  return collection === undefined || NAMED.has(collection) ? undefined : collectionOf(url, collection);
}

/** Body fields that contain the id of a resource of the organization. */
export const BODY_IDS: Record<string, string> = {
  plan_id: "plans",
  member_id: "members",
  run_id: "runs",
  channel_id: "channels",
  ...{ sms_channel_id: "channels", call_channel_id: "channels" },
  ...{ escalation_policy_id: "escalation-policies", fallback_policy_id: "escalation-policies" },
  ...{ monitor_id: "monitors", api_monitor_id: "api-monitors", journey_id: "journeys" },
  ...{ heartbeat_id: "heartbeats", group_id: "groups", parent_id: "groups", slo_id: "slos" },
  target_id: "targets",
  lead_id: "people",
  person_id: "people",
  alert_id: "alerts",
  page_id: "status-pages",
};

/** The organization itself has tests of its own, and a client ID is a name that an OpenID Connect provider gives. */
const NO_RESOURCE = new Set(["org_id", "client_id"]);

export function idFieldsOf(route: Route): string[] {
  const body = route.kind === "json" ? route.request.body : undefined;
  if (!(body instanceof z.ZodObject)) return [];
  return Object.entries(body.shape)
    .filter(([name, schema]) => name.endsWith("_id") && !NO_RESOURCE.has(name) && !isReadOnly(schema))
    .map(([name]) => name);
}

function isReadOnly(schema: unknown): boolean {
  return schema instanceof z.ZodType && schema.meta()?.readOnly === true;
}
