import { callerPosition } from "./caller-position.ts";
import { declare } from "./declarations.ts";
import type {
  CodeApiMonitor,
  CodeChannel,
  CodeDocument,
  CodeEscalationPolicy,
  CodeGroup,
  CodeHeartbeat,
  CodeJourney,
  CodeMaintenanceWindow,
  CodeMonitor,
  CodeRule,
  CodeSchedule,
  CodeSlo,
  CodeStatusPage,
} from "./document-types.ts";

/**
 * Monitoring as code in TypeScript. Each function adds one resource to the document of the project that `vdt code` reads,
 * and returns a reference to it for the fields of other resources. Nothing is sent: `vdt code apply` does that.
 */

/** The kinds of resources. */
export type Kind =
  | "variable"
  | "group"
  | "channel"
  | "schedule"
  | "escalation_policy"
  | "monitor"
  | "api_monitor"
  | "journey"
  | "heartbeat"
  | "slo"
  | "rule"
  | "status_page"
  | "maintenance_window";

type TargetKind = "monitor" | "api_monitor" | "journey" | "heartbeat";

/** A target, for `parents`, for `targets` of a selector and for components of status pages. */
export type TargetReference<K extends TargetKind = TargetKind> = { kind: K; key: string };

/** Where a credential comes from when the document is applied. It is never part of the document. */
export type Credential = { env: string } | { file: string } | { keep: true };

export type ProjectSettings = {
  /** Merged under every target of the kind: shallow, and lists are replaced. */
  defaults?: CodeDocument["defaults"];
};

/** Names the project that owns all resources. Call it once. */
export function project(name: string, { defaults }: ProjectSettings = {}): void {
  declare(["version"], 1);
  declare(["project"], name);
  for (const [kind, fields] of Object.entries(defaults ?? {})) declare(["defaults", kind], fields);
}

/** Returns the text that inserts the variable into a field: `{{NAME}}`. */
export function variable(name: string, value: string): string {
  declare(["variables", name], value);
  return `{{${name}}}`;
}

/** Returns the text that inserts the secret into a field: `{{NAME}}`. */
export function secret(name: string, credential: Credential): string {
  declare(["secrets", name], credential);
  return `{{${name}}}`;
}

/** Returns the key. */
export function group(key: string, fields: CodeGroup = {}): string {
  return declareKey("groups", key, fields);
}

/** Returns the key. */
export function channel(key: string, fields: CodeChannel): string {
  return declareKey("channels", key, fields);
}

/** Returns the key. People are named by their email addresses. */
export function schedule(key: string, fields: CodeSchedule = {}): string {
  return declareKey("schedules", key, fields);
}

/** Returns the key. */
export function escalationPolicy(key: string, fields: CodeEscalationPolicy): string {
  return declareKey("escalation_policies", key, fields);
}

export function monitor(key: string, fields: CodeMonitor): TargetReference<"monitor"> {
  declare(["monitors", key], fields);
  return { kind: "monitor", key };
}

export function apiMonitor(key: string, fields: CodeApiMonitor): TargetReference<"api_monitor"> {
  declare(["api_monitors", key], fields);
  return { kind: "api_monitor", key };
}

export function journey(key: string, fields: CodeJourney): TargetReference<"journey"> {
  declare(["journeys", key], fields);
  return { kind: "journey", key };
}

/** Returns the key, for `slo` of rules of the type `burn_rate`. */
export function slo(key: string, fields: CodeSlo): string {
  return declareKey("slos", key, fields);
}

export function heartbeat(key: string, fields: CodeHeartbeat): TargetReference<"heartbeat"> {
  declare(["heartbeats", key], fields);
  return { kind: "heartbeat", key };
}

/** Returns the key. */
export function rule(key: string, fields: CodeRule): string {
  return declareKey("rules", key, fields);
}

/** Returns the key. */
export function maintenanceWindow(key: string, fields: CodeMaintenanceWindow): string {
  return declareKey("maintenance_windows", key, fields);
}

/** Returns the key. */
export function statusPage(key: string, fields: CodeStatusPage = {}): string {
  return declareKey("status_pages", key, fields);
}

/** States that the key of a resource has changed: the resource and its history stay. */
export function moved(kind: Kind, { from, to }: { from: string; to: string }): void {
  declare(["moved"], { kind, from, to });
}

/** Takes over a resource that exists and that no project owns. */
export function adopt(kind: Kind, { key, id }: { key: string; id: string }): void {
  declare(["imports"], { kind, key, id });
}

/**
 * Stands for the contents of a file, relative to the file that calls this: an object for YAML and JSON, text for any other.
 * As a credential, it stands for the file itself.
 */
export function file<T = string>(path: string): T {
  // `vdt code` puts the contents in its place, which have the type of the field.
  return { file: pathOf(new URL(path, callerPosition().file)) } as T;
}

/** A credential from an environment variable of `vdt code apply`. */
export function env(name: string): { env: string } {
  return { env: name };
}

/** A credential that the server has already: it stays as it is. */
export function keep(): { keep: true } {
  return { keep: true };
}

/** The slash before the drive of Windows is not part of the path. */
function pathOf({ pathname }: URL): string {
  return decodeURIComponent(pathname).replace(/^\/(?=[A-Za-z]:)/, "");
}

function declareKey(section: string, key: string, fields: object): string {
  declare([section, key], fields);
  return key;
}
