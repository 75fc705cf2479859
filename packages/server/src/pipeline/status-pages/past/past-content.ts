import type { ComponentStatus } from "@vedette/contract/status-pages/status-words.ts";
import { worseStatus } from "@vedette/contract/status-pages/status-words.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { readPastFields } from "../../audit/past-fields.ts";
import { listPageTargetsAt, type PageTargetRow } from "../components/history-queries.ts";
import { resolveAmong } from "../components/read-components.ts";
import { affectedComponents } from "../incidents/incident-state.ts";
import { toSnapshotIncident } from "../incidents/read-incidents.ts";
import type { StatusPageRow } from "../page-row.ts";
import { type PageContent, SHOWN_INCIDENTS_MAX } from "../snapshot/page-content.ts";
import { composeSnapshot } from "../snapshot/read-snapshot.ts";
import type { PageSnapshot } from "../snapshot/snapshot.ts";
import type { SnapshotRequest } from "../snapshot/snapshot-request.ts";
import { readPastComponents, readPastPage } from "./past-components.ts";
import { type PastIncident, readPastIncidents } from "./past-incidents.ts";

/** A page as it was known at an earlier time. Its maintenance windows, and how groups are nested, are those of now. */

type PastRequest = Omit<SnapshotRequest, "nowMs" | "readAtMs" | "history"> & { at: Date; nowMs: number };

/** The page as its visitors saw it at `at`; `published` is false if they did not see it. */
export async function readPastSnapshot(
  db: Db,
  { at, nowMs, ...request }: PastRequest,
): Promise<{ snapshot: PageSnapshot; published: boolean }> {
  const page = await readPastPage(db, request.page, at);
  const content = await readPastContent(db, page, at);
  const { snapshot } = await composeSnapshot(
    db,
    { ...request, page, nowMs: at.getTime(), readAtMs: nowMs, history: null },
    content,
  );
  return { snapshot, published: page.published };
}

export async function readPastContent(db: Db, page: StatusPageRow, at: Date): Promise<PageContent> {
  const { org_id: orgId, id: pageId } = page;
  const { groups, components } = await readPastComponents(db, orgId, { pageId, at });
  const targets = components.some(({ selector }) => selector !== null) ? await readTargets(db, page, at) : [];
  const incidents = await readPastIncidents(db, orgId, { pageId, at });
  const names = new Map(components.map(({ id, public_id, name }) => [id, { publicId: public_id, name }]));
  const toSnapshot = ({ incident, updates }: PastIncident) => toSnapshotIncident(incident, updates, names);
  const unresolved = incidents.filter(({ incident }) => incident.resolved_at === null);
  const resolved = incidents.filter(({ incident }) => incident.resolved_at !== null);
  return {
    groups,
    resolved: await resolveAmong(db, components, targets),
    overrides: overridesOf(unresolved),
    unresolved: unresolved.slice(0, SHOWN_INCIDENTS_MAX).map(toSnapshot),
    recent: resolved.slice(0, SHOWN_INCIDENTS_MAX).map(toSnapshot),
  };
}

/** The targets that existed then, with the tags and the group of then: selectors compare them. */
async function readTargets(db: Db, { org_id: orgId }: StatusPageRow, at: Date): Promise<PageTargetRow[]> {
  const targets = await listPageTargetsAt(db, orgId, at);
  const past = await readPastFields(db, orgId, {
    ...{ ids: targets.map(({ targetId }) => targetId), fields: ["tags", "group_id"], at },
  });
  return targets.map((target) => {
    const { tags = target.tags, group_id: groupId = target.groupId } = past.get(target.targetId) ?? {};
    return { ...target, tags: tags as string[], groupId: groupId as PageTargetRow["groupId"] };
  });
}

function overridesOf(incidents: readonly PastIncident[]): Map<string, ComponentStatus> {
  const overrides = new Map<string, ComponentStatus>();
  for (const { updates } of incidents)
    for (const { id, status } of affectedComponents(updates))
      overrides.set(id, worseStatus(status, overrides.get(id) ?? "operational"));
  return overrides;
}
