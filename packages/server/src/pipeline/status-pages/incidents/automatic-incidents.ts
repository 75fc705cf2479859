import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { listComponents } from "../components/component-queries.ts";
import { resolveComponents } from "../components/read-components.ts";
import type { StatusPageRow } from "../page-row.ts";
import { findPageForUpdate } from "../queries.ts";
import {
  linkAlerts,
  listAutomaticPages,
  listNewAlerts,
  listOpenAutomatic,
  type UnpostedAlertRow,
} from "./automatic-queries.ts";
import { findIncident, listUpdates } from "./incident-queries.ts";
import { affectedComponents } from "./incident-state.ts";
import { type PostContext, postIncident, postUpdate } from "./post-incident.ts";

/**
 * Creates an incident of a page, or its draft, when critical alerts of its components stay open, and resolves it when all of
 * them are resolved. Its text names components only, never targets.
 */
export type AutomaticDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  /** The texts in the language of the page. */
  texts: (language: PageLanguage) => AutomaticTexts;
};

export type AutomaticTexts = {
  title: (components: readonly string[]) => string;
  opened: (components: readonly string[]) => string;
  resolved: string;
};

const TITLE_LENGTH_MAX = 200;
const SYSTEM = "system";

export async function postAutomaticIncidents(
  deps: AutomaticDeps,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  for (const { id, org_id: orgId } of await listAutomaticPages(deps.database)) {
    if (signal.aborted) return;
    try {
      await deps.database.transaction(async (db) => {
        const page = await findPageForUpdate(db, orgId, id);
        if (page) await updatePage(deps, db, page);
      });
    } catch (error) {
      deps.log.warn("status_page.automatic_incident_failed", { page_id: id, ...errorFacts(error) });
    }
  }
}

async function updatePage({ clock, texts }: AutomaticDeps, db: Db, page: StatusPageRow): Promise<void> {
  const ctx: PostContext = { db, orgId: page.org_id, nowMs: clock.now(), by: SYSTEM };
  const { automatic, default_language: language } = page.settings;
  if (automatic.incidents !== "never") await openFor(ctx, page, texts(language));
  for (const { id, open_alerts: open } of await listOpenAutomatic(db, page.org_id, page.id)) {
    if (open > 0) continue;
    const incident = await findIncident(db, page.org_id, { pageId: page.id, id });
    if (!incident) continue;
    const message = texts(language).resolved;
    await postUpdate(ctx, incident, {
      ...{ status: "resolved", message, components: [], notify: true, at: new Date(ctx.nowMs) },
    });
  }
}

/** Alerts that come while an automatic incident is open belong to it. */
async function openFor(ctx: PostContext, page: StatusPageRow, texts: AutomaticTexts): Promise<void> {
  const { db, orgId, nowMs } = ctx;
  const { automatic } = page.settings;
  const resolved = await resolveComponents(db, orgId, await listComponents(db, orgId, page.id));
  const targetIds = [...new Set(resolved.flatMap(({ targets }) => targets.map(({ targetId }) => targetId)))];
  const before = new Date(nowMs - automatic.publish_after_seconds * 1_000);
  const alerts = await listNewAlerts(db, orgId, { pageId: page.id, targetIds, before });
  const [first] = alerts;
  if (!first) return;
  const hit = new Set(alerts.map(({ target_id }) => target_id));
  const components = resolved
    .filter(({ targets }) => targets.some(({ targetId }) => hit.has(targetId)))
    .map(({ component }) => component);
  const incidentId =
    (await extendOpen(ctx, page, { components, texts })) ??
    (await createIncident(ctx, page, { components, texts, first }));
  await linkAlerts(db, orgId, { pageId: page.id, incidentId, alertIds: alerts.map(({ id }) => id) });
}

type Hit = { components: readonly { id: string; name: string }[]; texts: AutomaticTexts };

/** Posts the components that the open incident does not name yet, and returns its ID; null without an open one. */
async function extendOpen(
  ctx: PostContext,
  page: StatusPageRow,
  { components, texts }: Hit,
): Promise<string | null> {
  const { db, orgId } = ctx;
  const [open] = await listOpenAutomatic(db, orgId, page.id);
  const incident = open ? await findIncident(db, orgId, { pageId: page.id, id: open.id }) : null;
  if (!incident) return null;
  const named = new Set(affectedComponents(await listUpdates(db, orgId, [incident.id])).map(({ id }) => id));
  const added = components.filter(({ id }) => !named.has(id));
  if (added.length > 0)
    await postUpdate(ctx, incident, {
      ...{ status: incident.status, message: texts.opened(added.map(({ name }) => name)), notify: true },
      ...{ components: added.map(toAffected), at: new Date(ctx.nowMs) },
    });
  return incident.id;
}

async function createIncident(
  ctx: PostContext,
  page: StatusPageRow,
  { components, texts, first }: Hit & { first: UnpostedAlertRow },
): Promise<string> {
  const names = components.map(({ name }) => name);
  const { id } = await postIncident(ctx, {
    pageId: page.id,
    title: texts.title(names).slice(0, TITLE_LENGTH_MAX).toWellFormed(),
    message: texts.opened(names),
    status: "investigating",
    impact: "major",
    components: components.map(toAffected),
    notify: true,
    published: page.settings.automatic.incidents === "publish",
    isAutomatic: true,
    postmortem: null,
    at: first.triggered_at,
  });
  return id;
}

/** The component itself follows its targets; the incident does not make it worse. */
function toAffected({ id }: { id: string }) {
  return { id, status: "operational" as const };
}
