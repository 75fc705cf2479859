import type { TimelineEntry } from "@vedette/contract/incidents/incident-timeline.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { MarkerRow } from "../../markers/queries.ts";
import type { IncidentAlertRow } from "../incident-row.ts";
import type { LocationFailureRow } from "./location-queries.ts";
import type { DeliveryFactRow, PagePostRow, VerdictFactRow, WriteRow } from "./timeline-queries.ts";

/** The sentences of a timeline, from stored facts. Pure. */

type Facts = Partial<Omit<TimelineEntry, "at" | "kind" | "text">>;

function entry(at: Date, kind: TimelineEntry["kind"], text: string, facts: Facts = {}): TimelineEntry {
  return {
    at: at.toISOString(),
    kind,
    text,
    ...{ by: null, target: null, location: null, alert_id: null, duration_ms: null, note: null },
    ...facts,
  };
}

type Targeted = { target_id: string; target_kind: TargetKind; target_name: string };

function targetOf({ target_id: id, target_kind: type, target_name: name }: Targeted) {
  return { id, type, name };
}

export function describeLocations(failures: readonly LocationFailureRow[]): TimelineEntry[] {
  return failures.flatMap((row) => {
    const { location, first_failure_at: first, recovered_at: recovered, error } = row;
    const facts = { target: targetOf(row), location, alert_id: row.alert_id };
    const what = error === null ? "" : `: ${error}`;
    const failed = entry(
      first,
      "first_failure",
      `First bad check of “${row.target_name}” from ${location}${what}`,
      facts,
    );
    if (recovered === null) return [failed];
    const text = `“${row.target_name}” recovered at ${location}.`;
    const duration_ms = recovered.getTime() - first.getTime();
    return [failed, entry(recovered, "location_recovered", text, { ...facts, duration_ms })];
  });
}

export function describeAlerts(alerts: readonly IncidentAlertRow[]): TimelineEntry[] {
  return alerts.flatMap((row) => {
    const facts = { target: targetOf(row), alert_id: row.alert_id };
    const opened = entry(row.triggered_at, "alert_opened", `Alert: ${row.title}. ${row.reason}`, facts);
    if (row.resolved_at === null) return [opened];
    return [opened, entry(row.resolved_at, "alert_resolved", `Alert resolved: ${row.title}`, facts)];
  });
}

export function describeVerdicts(rows: readonly VerdictFactRow[]): TimelineEntry[] {
  return rows.map((row) => {
    const verdict = row.certainty === "certain" ? "Verdict" : "Likely verdict";
    const facts = { target: targetOf(row), alert_id: row.alert_id };
    return entry(row.at, "verdict", `${verdict} about “${row.target_name}”: ${row.summary}`, facts);
  });
}

const DELIVERED: Record<string, string> = {
  opened: "the alert",
  reminder: "a reminder",
  resolved: "the recovery",
};

export function describeDeliveries(rows: readonly DeliveryFactRow[]): TimelineEntry[] {
  return rows.map((row) => {
    const by = row.channel_name ?? "a deleted channel";
    const duration_ms = Math.max(row.at.getTime() - row.caused_at.getTime(), 0);
    const what = `${DELIVERED[row.kind] ?? "a message"} “${row.alert_title}”`;
    const text = row.ok
      ? `${by} accepted ${what} after ${(duration_ms / 1_000).toFixed(1)} s.`
      : `${by} did not accept ${what} (attempt ${row.attempt}): ${row.error ?? "unknown error"}`;
    return entry(row.at, "notification", text, { by, alert_id: row.alert_id, duration_ms });
  });
}

/** What people did to alerts. An acknowledgement of the incident is not repeated for each alert. */
export function describeAlertWrites(
  rows: readonly WriteRow[],
  {
    titles,
    incidentRequests,
  }: { titles: ReadonlyMap<string, string>; incidentRequests: ReadonlySet<string> },
): TimelineEntry[] {
  return rows.flatMap((row) => {
    const verb = ALERT_VERBS[row.action];
    if (verb === undefined || (row.request_id !== null && incidentRequests.has(row.request_id))) return [];
    const title = titles.get(row.target_id) ?? "an alert";
    const facts = { by: row.actor_name, alert_id: row.target_id };
    return [entry(row.at, "acknowledged", `${row.actor_name} ${verb} “${title}”.`, facts)];
  });
}

const ALERT_VERBS: Record<string, string> = {
  "alert.acknowledge": "acknowledged",
  "alert.unacknowledge": "withdrew the acknowledgement of",
  "alert.resolve": "resolved",
};

/** Changes of the configuration of the targets. Shows the names of fields, never their values. */
export function describeTargetWrites(
  rows: readonly WriteRow[],
  targets: ReadonlyMap<string, { id: string; type: TargetKind; name: string }>,
): TimelineEntry[] {
  return rows.flatMap((row) => {
    const target = targets.get(row.target_id);
    if (!target) return [];
    const fields = row.action.endsWith(".update") ? Object.keys(row.after ?? {}) : [];
    const event = row.action.slice(row.action.indexOf(".") + 1);
    const verb = fields.length > 0 ? `changed ${fields.join(", ")} of` : (TARGET_VERBS[event] ?? "changed");
    const text = `${row.actor_name} ${verb} “${target.name}”.`;
    return [entry(row.at, "change", text, { by: row.actor_name, target })];
  });
}

const TARGET_VERBS: Record<string, string> = {
  create: "created",
  delete: "deleted",
  restore: "restored",
  purge: "purged",
  snooze: "snoozed",
  unsnooze: "ended the snooze of",
  accept: "accepted the records of",
  accept_baseline: "accepted a baseline of",
  set_status: "set the status of",
};

export function describeMarkers(rows: readonly MarkerRow[]): TimelineEntry[] {
  return rows.map(({ at, title, url, created_by: by }) =>
    entry(at, "deploy", `Deploy: ${title}${url === null ? "" : ` (${url})`}`, { by }),
  );
}

export function describePagePosts(rows: readonly PagePostRow[]): TimelineEntry[] {
  return rows.map(({ at, kind, page_title: page, title, message }) => {
    const what = kind.replaceAll("_", " ");
    const text = `Status page “${page}”, ${what}: ${title ?? ""}${message ? ` – ${message}` : ""}`;
    return entry(at, "page_post", text);
  });
}

/** What happened to the incident itself. Notes are entries of their own. */
export function describeIncidentWrites(rows: readonly WriteRow[]): TimelineEntry[] {
  return rows.flatMap((row) => {
    const text = describeIncidentWrite(row);
    const by = row.actor_kind === "system" ? null : row.actor_name;
    return text === null ? [] : [entry(row.at, "incident", text, { by })];
  });
}

function describeIncidentWrite(row: WriteRow): string | null {
  const isSystem = row.actor_kind === "system";
  const by = isSystem ? "" : ` by ${row.actor_name}`;
  const after = row.after ?? {};
  switch (row.action) {
    case "incident.create":
      return `Incident opened${by || " automatically"}.`;
    case "incident.acknowledge":
      return `Incident acknowledged${isSystem ? " with its alert" : by}.`;
    case "incident.mitigate":
      return `Incident mitigated${by}.`;
    case "incident.resolve":
      return `Incident resolved${by || " automatically"}.`;
    case "incident.add_alert":
      return isSystem ? null : `Alert added${by}: ${String(after.title)}`;
    case "incident.remove_alert":
      return `Alert removed${by}: ${String(after.title)}`;
    case "incident.draft_page_post":
      return `Post for the status page “${String(after.page_title)}” drafted${by}.`;
    case "incident.update":
      return describeUpdate(row, by);
    default:
      return null;
  }
}

function describeUpdate({ before, after }: WriteRow, by: string): string {
  const changes = Object.entries(after ?? {}).map(([field, value]) => {
    if (field === "postmortem") return "postmortem written";
    if (field === "lead_id") return value === null ? "lead removed" : "lead set";
    const label = field.replaceAll("_", " ");
    return `${label} changed from ${String(before?.[field])} to ${String(value)}`;
  });
  const text = changes.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${by}.`;
}
