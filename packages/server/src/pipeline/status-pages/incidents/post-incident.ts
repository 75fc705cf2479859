import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Impact, IncidentStatus } from "@vedette/contract/status-pages/status-words.ts";
import { newId, newPublicId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { recordPageEvent } from "../events/page-event.ts";
import type { PageEventKind } from "../events/published-content.ts";
import { notifyPageChanged } from "../queries.ts";
import { deleteIncidentRow, listUpdates, saveIncident, saveUpdate } from "./incident-queries.ts";
import type { AffectedComponent, IncidentUpdateRow, PageIncidentRow } from "./incident-row.ts";
import { affectedComponents, incidentState, worstImpact } from "./incident-state.ts";

/**
 * Posts incidents and updates on status pages: for the API, and for alerts that do it by themselves. The caller has
 * locked the page and validated the texts.
 */

export type PostContext = {
  /** The transaction of the post. */
  db: Db;
  orgId: OrgId;
  nowMs: number;
  /** ID of the user or API key; `system` for an automatic post. */
  by: string;
};

export type NewUpdate = {
  status: IncidentStatus;
  message: string;
  components: readonly AffectedComponent[];
  notify: boolean;
  at: Date;
};

export type NewIncident = NewUpdate & {
  pageId: string;
  title: string;
  /** Null: follows from the components. */
  impact: Impact | null;
  published: boolean;
  isAutomatic: boolean;
  postmortem: string | null;
};

export async function postIncident(ctx: PostContext, input: NewIncident): Promise<PageIncidentRow> {
  const now = new Date(ctx.nowMs);
  const incident: PageIncidentRow = {
    id: newId(ctx.nowMs),
    org_id: ctx.orgId,
    page_id: input.pageId,
    public_id: newPublicId(),
    title: input.title,
    status: input.status,
    impact: input.impact ?? worstImpact(input.components),
    published: input.published,
    is_automatic: input.isAutomatic,
    postmortem: input.postmortem,
    started_at: input.at,
    resolved_at: input.status === "resolved" ? input.at : null,
    created_by: ctx.by,
    created_at: now,
    updated_at: now,
  };
  await saveIncident(ctx.db, incident);
  const update = toUpdate(ctx, incident.id, input);
  await saveUpdate(ctx.db, update);
  if (incident.published) await publish(ctx, { incident, update, kind: "incident_opened" });
  return incident;
}

/** Adds an update, which may change the status of the incident and of components. */
export async function postUpdate(
  ctx: PostContext,
  incident: PageIncidentRow,
  input: NewUpdate,
): Promise<PageIncidentRow> {
  const update = toUpdate(ctx, incident.id, input);
  await saveUpdate(ctx.db, update);
  const changed = await refresh(ctx, incident);
  const kind = update.status === "resolved" ? "incident_resolved" : "incident_updated";
  if (changed.published) await publish(ctx, { incident: changed, update, kind });
  return changed;
}

/** Edits the text or the time of a posted update. Subscribers are not notified again. */
export async function editUpdate(
  ctx: PostContext,
  incident: PageIncidentRow,
  update: IncidentUpdateRow,
): Promise<PageIncidentRow> {
  await saveUpdate(ctx.db, { ...update, edited_at: new Date(ctx.nowMs) });
  const changed = await refresh(ctx, incident);
  const silent = { ...update, notify: false };
  if (changed.published) await publish(ctx, { incident: changed, update: silent, kind: "incident_edited" });
  return changed;
}

/** Stores changed fields of the incident itself. */
export async function changeIncident(
  ctx: PostContext,
  before: PageIncidentRow,
  after: PageIncidentRow,
): Promise<void> {
  await saveIncident(ctx.db, after);
  if (!before.published && !after.published) return;
  const [latest] = await listUpdates(ctx.db, ctx.orgId, [after.id]);
  if (!latest) throw new Error(`incident ${after.id} has no update`);
  const kind = kindOfChange(before, after);
  const notify = kind === "incident_opened" && latest.notify;
  await publish(ctx, { incident: after, update: { ...latest, notify }, kind });
}

/** Deletes the incident from its page. */
export async function withdrawIncident(ctx: PostContext, incident: PageIncidentRow): Promise<void> {
  await changeIncident(ctx, incident, { ...incident, published: false });
  await deleteIncidentRow(ctx.db, ctx.orgId, { pageId: incident.page_id, id: incident.id });
}

function kindOfChange(before: PageIncidentRow, after: PageIncidentRow): PageEventKind {
  if (!after.published) return "incident_withdrawn";
  if (!before.published) return "incident_opened";
  return after.postmortem !== null && before.postmortem === null ? "postmortem_published" : "incident_edited";
}

function toUpdate(ctx: PostContext, incidentId: string, input: NewUpdate): IncidentUpdateRow {
  return {
    id: newId(ctx.nowMs),
    org_id: ctx.orgId,
    incident_id: incidentId,
    public_id: newPublicId(),
    status: input.status,
    message: input.message,
    components: [...input.components],
    notify: input.notify,
    at: input.at,
    posted_at: new Date(ctx.nowMs),
    edited_at: null,
    created_by: ctx.by,
  };
}

/** Computes from its updates what follows for the incident. */
async function refresh(
  { db, orgId, nowMs }: PostContext,
  incident: PageIncidentRow,
): Promise<PageIncidentRow> {
  const [first, ...rest] = await listUpdates(db, orgId, [incident.id]);
  if (!first) return incident;
  const state = incidentState([first, ...rest]);
  const changed = {
    ...incident,
    status: state.status,
    started_at: state.startedAt,
    resolved_at: state.resolvedAt,
    updated_at: new Date(nowMs),
  };
  await saveIncident(db, changed);
  return changed;
}

async function publish(
  { db, orgId, nowMs }: PostContext,
  { incident, update, kind }: { incident: PageIncidentRow; update: IncidentUpdateRow; kind: PageEventKind },
): Promise<void> {
  const updates = await listUpdates(db, orgId, [incident.id]);
  await recordPageEvent(db, {
    orgId,
    pageId: incident.page_id,
    atMs: nowMs,
    kind,
    incidentId: incident.id,
    updateId: update.id,
    componentIds: affectedComponents(updates).map(({ id }) => id),
    notify: update.notify,
    content: {
      title: incident.title,
      status: update.status,
      impact: incident.impact,
      message: kind === "postmortem_published" ? (incident.postmortem ?? "") : update.message,
      at: update.at.toISOString(),
      components: update.components,
    },
  });
  await notifyPageChanged(db, incident.page_id);
}
