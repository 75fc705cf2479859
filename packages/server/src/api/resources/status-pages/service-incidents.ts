import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type {
  IncidentUpdateCreate,
  IncidentUpdateEdit,
  PageIncident,
  PageIncidentChange,
  PageIncidentCreate,
  PageIncidentListQuery,
} from "@vedette/contract/status-pages/page-incidents.ts";
import { INCIDENT_UPDATES_MAX, PAGE_INCIDENTS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import { audit, changedFields } from "../../../pipeline/audit/audit.ts";
import { listComponents } from "../../../pipeline/status-pages/components/component-queries.ts";
import * as rows from "../../../pipeline/status-pages/incidents/incident-queries.ts";
import type {
  AffectedComponent,
  PageIncidentRow,
} from "../../../pipeline/status-pages/incidents/incident-row.ts";
import {
  changeIncident,
  editUpdate,
  postIncident,
  postUpdate,
  withdrawIncident,
} from "../../../pipeline/status-pages/incidents/post-incident.ts";
import { given } from "../../../pipeline/targets/target-row.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { toIncidents } from "./incident-view.ts";
import {
  getPage,
  lockPage,
  type PageReadContext,
  type PageWriteContext,
  postContext,
} from "./page-context.ts";

/** Incidents of a status page and their updates. */

type Place = { pageId: string; id: string };
/** Clocks of clients differ from that of the server. */
const FUTURE_MS_MAX = 60_000;

export async function listPageIncidents(
  ctx: PageReadContext,
  pageId: string,
  query: PageIncidentListQuery,
): Promise<Page<PageIncident>> {
  const page = await getPage(ctx, pageId);
  const sorted = { ...query, sort: "-created_at" as const };
  const position = readCursorPosition(sorted);
  const found = await rows.listIncidents(ctx.db, ctx.orgId, { pageId: page.id, query, position });
  const { data, meta } = pageOf(found, sorted, ({ id, started_at: at, title: name }) => ({ id, at, name }));
  return { data: await toIncidents(ctx, page, data), meta };
}

export async function getPageIncident(ctx: PageReadContext, place: Place): Promise<PageIncident> {
  return toView(ctx, await getRow(ctx, place));
}

export async function createPageIncident(
  ctx: PageWriteContext,
  pageId: string,
  input: PageIncidentCreate,
): Promise<PageIncident> {
  const page = await lockPage(ctx, pageId);
  if ((await rows.countIncidents(ctx.db, ctx.orgId, page.id)) >= PAGE_INCIDENTS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `A status page has at most ${PAGE_INCIDENTS_MAX} incidents. Delete old ones first.`,
    );
  const components = await readComponents(ctx, page.id, input.components ?? []);
  const incident = await postIncident(postContext(ctx), {
    pageId: page.id,
    title: input.title,
    status: input.status,
    impact: input.impact ?? null,
    message: input.message,
    components,
    notify: input.notify,
    published: input.published,
    isAutomatic: false,
    postmortem: input.postmortem ?? null,
    at: readInstant(ctx, input.at),
  });
  const after = { ...toLog(incident), message: input.message, components, notify: input.notify };
  await audit(ctx, { action: "page_incident.create", target: targetOf(incident.id), after });
  return toView(ctx, incident);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function updatePageIncident(
  ctx: PageWriteContext,
  place: Place,
  input: PageIncidentChange,
): Promise<PageIncident> {
  const row = await lockedRow(ctx, place);
  const changed: PageIncidentRow = {
    ...row,
    title: input.title ?? row.title,
    impact: input.impact ?? row.impact,
    published: input.published ?? row.published,
    postmortem: given<string | null>(input.postmortem, row.postmortem, null),
  };
  if (isSame(row, changed)) return toView(ctx, row);
  changed.updated_at = new Date(Math.max(ctx.clock.now(), row.updated_at.getTime() + 1));
  await changeIncident(postContext(ctx), row, changed);
  const { before, after } = changedFields(toLog(row), toLog(changed));
  await audit(ctx, { action: "page_incident.update", target: targetOf(row.id), before, after });
  return toView(ctx, changed);
}

export async function deletePageIncident(ctx: PageWriteContext, place: Place): Promise<void> {
  const row = await lockedRow(ctx, place);
  await withdrawIncident(postContext(ctx), row);
  await audit(ctx, { action: "page_incident.delete", target: targetOf(row.id), before: toLog(row) });
}

export async function createIncidentUpdate(
  ctx: PageWriteContext,
  place: Place,
  input: IncidentUpdateCreate,
): Promise<PageIncident> {
  const row = await lockedRow(ctx, place);
  if ((await rows.listUpdates(ctx.db, ctx.orgId, [row.id])).length >= INCIDENT_UPDATES_MAX)
    throw new AppError("BAD_REQUEST", `An incident has at most ${INCIDENT_UPDATES_MAX} updates.`);
  const components = await readComponents(ctx, row.page_id, input.components ?? []);
  const { status, message, notify } = input;
  const update = { status, message, notify, components, at: readInstant(ctx, input.at) };
  const changed = await postUpdate(postContext(ctx), row, update);
  await audit(ctx, {
    action: "page_incident.post_update",
    target: targetOf(row.id),
    before: { status: row.status },
    after: { ...update, at: update.at.toISOString() },
  });
  return toView(ctx, changed);
}

export async function editIncidentUpdate(
  ctx: PageWriteContext,
  { updateId, ...place }: Place & { updateId: string },
  input: IncidentUpdateEdit,
): Promise<PageIncident> {
  const row = await lockedRow(ctx, place);
  const updates = await rows.listUpdates(ctx.db, ctx.orgId, [row.id]);
  const update = updates.find(({ id }) => id === updateId);
  if (!update) throw notFound("update of the incident");
  const edited = {
    ...update,
    message: input.message ?? update.message,
    at: input.at === undefined ? update.at : readInstant(ctx, input.at),
  };
  if (isSame(update, edited)) return toView(ctx, row);
  const changed = await editUpdate(postContext(ctx), row, edited);
  await audit(ctx, {
    action: "page_incident.edit_update",
    target: targetOf(row.id),
    before: { message: update.message, at: update.at.toISOString() },
    after: { message: edited.message, at: edited.at.toISOString() },
  });
  return toView(ctx, changed);
}

function readInstant({ clock }: PageWriteContext, text: string | null | undefined): Date {
  const nowMs = clock.now();
  const atMs = text == null ? nowMs : Date.parse(text);
  if (atMs <= nowMs + FUTURE_MS_MAX) return new Date(Math.min(atMs, nowMs));
  throw badFields([
    { path: "at", message: "is in the future; announce planned work with a maintenance window" },
  ]);
}

/** Verifies that the components belong to the page, each named once. */
async function readComponents(
  { db, orgId }: PageWriteContext,
  pageId: string,
  wanted: readonly AffectedComponent[],
): Promise<AffectedComponent[]> {
  if (wanted.length === 0) return [];
  const known = new Set((await listComponents(db, orgId, pageId)).map(({ id }) => id));
  const errors: ErrorDetail[] = wanted
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => ({
      path: "components",
      message: `contains '${id}', which is not a component of the page`,
    }));
  if (new Set(wanted.map(({ id }) => id)).size < wanted.length)
    errors.push({ path: "components", message: "contains a component twice" });
  if (errors.length > 0) throw badFields(errors);
  return [...wanted];
}

async function lockedRow(ctx: PageWriteContext, place: Place): Promise<PageIncidentRow> {
  await lockPage(ctx, place.pageId);
  return getRow(ctx, place);
}

async function getRow({ db, orgId }: Pick<PageReadContext, "db" | "orgId">, { pageId, id }: Place) {
  const isWellFormed = UUID_PATTERN.test(pageId) && UUID_PATTERN.test(id);
  const row = isWellFormed ? await rows.findIncident(db, orgId, { pageId, id }) : null;
  if (!row) throw notFound("incident");
  return row;
}

async function toView(ctx: PageReadContext, row: PageIncidentRow): Promise<PageIncident> {
  const [view] = await toIncidents(ctx, await getPage(ctx, row.page_id), [row]);
  if (!view) throw new Error("an incident was not shown");
  return view;
}

function targetOf(id: string) {
  return { type: "page_incident", id } as const;
}

/** The writable fields, for the audit log. */
function toLog({ page_id, title, status, impact, published, postmortem }: PageIncidentRow) {
  return { page_id, title, status, impact, published, postmortem };
}
