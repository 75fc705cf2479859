import {
  COMPONENT_STATUSES,
  type ComponentStatus,
  type Impact,
  worseStatus,
} from "@vedette/contract/status-pages/status-words.ts";
import type {
  AffectedName,
  PageSnapshot,
  SnapshotComponent,
  SnapshotGroup,
  SnapshotIncident,
  SnapshotMaintenance,
} from "../../../pipeline/status-pages/snapshot/snapshot.ts";

/**
 * The public JSON of a page, in the shape of Statuspage's API v2, because dashboards of status pages read it. `is_measured`
 * is added to it: Statuspage has no word for a component whose checks did not take place.
 */
export type JsonPath = keyof typeof DOCUMENTS;

/** `latest`: the newest incidents, resolved ones too. */
type Source = { snapshot: PageSnapshot; latest: readonly SnapshotIncident[] };

const DOCUMENTS = {
  "summary.json": ({ snapshot }: Source) => ({
    components: toComponents(snapshot),
    incidents: snapshot.unresolved.map((one) => toIncident(snapshot, one)),
    scheduled_maintenances: snapshot.maintenances
      .filter(({ status }) => status !== "completed")
      .map((one) => toMaintenance(snapshot, one)),
    status: toStatus(snapshot),
  }),
  "status.json": ({ snapshot }: Source) => ({ status: toStatus(snapshot) }),
  "components.json": ({ snapshot }: Source) => ({ components: toComponents(snapshot) }),
  "incidents.json": ({ snapshot, latest }: Source) => ({
    incidents: latest.map((one) => toIncident(snapshot, one)),
  }),
  "incidents/unresolved.json": ({ snapshot }: Source) => ({
    incidents: snapshot.unresolved.map((one) => toIncident(snapshot, one)),
  }),
  "scheduled-maintenances.json": ({ snapshot }: Source) => maintenances(snapshot, () => true),
  "scheduled-maintenances/upcoming.json": ({ snapshot }: Source) =>
    maintenances(snapshot, (status) => status === "scheduled"),
  "scheduled-maintenances/active.json": ({ snapshot }: Source) =>
    maintenances(snapshot, (status) => status === "in_progress" || status === "verifying"),
} as const;

export function isJsonPath(path: string): path is JsonPath {
  return Object.hasOwn(DOCUMENTS, path);
}

export function renderJson(path: JsonPath, source: Source): string {
  return JSON.stringify({ page: toPage(source.snapshot), ...DOCUMENTS[path](source) });
}

const iso = (ms: number): string => new Date(ms).toISOString();

function toPage({ page }: PageSnapshot) {
  const { publicId: id, title: name, url, timezone: time_zone, updatedAtMs } = page;
  return { id, name, url, time_zone, updated_at: iso(updatedAtMs) };
}

/** Statuspage's own words. */
const DESCRIPTIONS: Record<Impact, string> = {
  none: "All Systems Operational",
  minor: "Partially Degraded Service",
  major: "Partial System Outage",
  critical: "Major System Outage",
};

function toStatus({ impact, isMeasured, status }: PageSnapshot) {
  if (impact === "none" && status === "under_maintenance")
    return { indicator: impact, description: "Service Under Maintenance" };
  const description = impact === "none" && !isMeasured ? "Status Not Measured" : DESCRIPTIONS[impact];
  return { indicator: impact, description };
}

function toComponents(snapshot: PageSnapshot) {
  const { components, groups } = snapshot;
  const members = Map.groupBy(components, ({ groupId }) => groupId);
  return [
    ...components.map((component) => toComponent(snapshot, component)),
    ...groups.map((group) => toGroup(snapshot, group, members.get(group.publicId) ?? [])),
  ];
}

function toComponent({ page }: PageSnapshot, component: SnapshotComponent) {
  const { publicId, name, description, position, groupId, status, isMeasured, onlyWhenBad } = component;
  return {
    ...{ id: publicId, name, status },
    ...{ created_at: iso(component.createdAtMs), updated_at: iso(component.updatedAtMs), position },
    description: description === "" ? null : description,
    showcase: page.show.uptime && component.days !== null,
    start_date: iso(component.createdAtMs).slice(0, 10),
    ...{ group_id: groupId, page_id: page.publicId, group: false, only_show_if_degraded: onlyWhenBad },
    is_measured: isMeasured,
  };
}

function toGroup({ page }: PageSnapshot, group: SnapshotGroup, members: readonly SnapshotComponent[]) {
  const { publicId, name, description, position } = group;
  return {
    ...{ id: publicId, name },
    status: members.reduce<ComponentStatus>(
      (worst, { status }) => worseStatus(worst, status),
      COMPONENT_STATUSES[0],
    ),
    ...{ created_at: iso(group.createdAtMs), updated_at: iso(group.updatedAtMs), position },
    description: description === "" ? null : description,
    showcase: false,
    start_date: null,
    ...{ group_id: null, page_id: page.publicId, group: true, only_show_if_degraded: false },
    is_measured: members.some(({ isMeasured }) => isMeasured),
    components: members.map(({ publicId: id }) => id),
  };
}

function toIncident(snapshot: PageSnapshot, incident: SnapshotIncident) {
  const { page } = snapshot;
  const { publicId: id, title: name, impact, updates, resolvedAtMs } = incident;
  const monitoring = updates.find(({ status }) => status === "monitoring");
  return {
    ...{ id, name, impact },
    // Statuspage has a status of its own for a published postmortem.
    status: incident.status === "resolved" && incident.postmortem !== null ? "postmortem" : incident.status,
    created_at: iso(incident.createdAtMs),
    updated_at: iso(incident.updatedAtMs),
    monitoring_at: monitoring ? iso(monitoring.atMs) : null,
    resolved_at: resolvedAtMs === null ? null : iso(resolvedAtMs),
    shortlink: `${page.url}/incidents/${id}`,
    started_at: iso(incident.startedAtMs),
    page_id: page.publicId,
    incident_updates: updates.map((update, index) => ({
      ...{ id: update.publicId, status: update.status, body: update.message, incident_id: id },
      created_at: iso(update.postedAtMs),
      updated_at: iso(update.editedAtMs ?? update.postedAtMs),
      display_at: iso(update.atMs),
      affected_components: update.components.map((component) =>
        toAffected(
          component,
          updates.slice(index + 1).flatMap(({ components }) => components),
        ),
      ),
      ...{ deliver_notifications: true, custom_tweet: null, tweet_id: null },
    })),
    components: componentsOf(snapshot, incident.components),
  };
}

/** `earlier`: what the updates before set, newest first. */
function toAffected({ publicId: code, name, status }: AffectedName, earlier: readonly AffectedName[]) {
  const before = earlier.find(({ publicId }) => publicId === code);
  return { code, name, old_status: before?.status ?? "operational", new_status: status };
}

/** Those that the page shows. */
function componentsOf(snapshot: PageSnapshot, names: readonly { publicId: string }[]) {
  const ids = new Set(names.map(({ publicId }) => publicId));
  return snapshot.components
    .filter(({ publicId }) => ids.has(publicId))
    .map((component) => toComponent(snapshot, component));
}

function maintenances(snapshot: PageSnapshot, isWanted: (status: SnapshotMaintenance["status"]) => boolean) {
  const wanted = snapshot.maintenances.filter(({ status }) => isWanted(status));
  return { scheduled_maintenances: wanted.map((one) => toMaintenance(snapshot, one)) };
}

function toMaintenance(snapshot: PageSnapshot, maintenance: SnapshotMaintenance) {
  const { page } = snapshot;
  const { publicId: id, title: name, message, status, fromMs, toMs, createdAtMs, updatedAtMs } = maintenance;
  return {
    ...{ id, name, status, impact: "maintenance" },
    ...{ created_at: iso(createdAtMs), updated_at: iso(updatedAtMs), monitoring_at: null },
    resolved_at: status === "completed" ? iso(toMs) : null,
    shortlink: `${page.url}/maintenances/${id}`,
    ...{ started_at: iso(fromMs), page_id: page.publicId },
    incident_updates: [
      {
        ...{ id: `${id}-announcement`, status: "scheduled", body: message, incident_id: id },
        ...{ created_at: iso(createdAtMs), updated_at: iso(updatedAtMs), display_at: iso(createdAtMs) },
        affected_components: maintenance.components.map(({ publicId: code, name: component }) => ({
          ...{ code, name: component, old_status: "operational", new_status: "under_maintenance" },
        })),
        ...{ deliver_notifications: true, custom_tweet: null, tweet_id: null },
      },
    ],
    components: componentsOf(snapshot, maintenance.components),
    ...{ scheduled_for: iso(fromMs), scheduled_until: iso(toMs) },
  };
}
