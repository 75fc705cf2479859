import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { INCIDENT_DRAFTS_MAX } from "@vedette/contract/incidents/incident-limits.ts";
import type { PageIncident } from "@vedette/contract/status-pages/page-incidents.ts";
import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import { PAGE_INCIDENTS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import { actorId, audit } from "../../../pipeline/audit/audit.ts";
import { listIncidentAlerts } from "../../../pipeline/incidents/incident-queries.ts";
import type { IncidentRow } from "../../../pipeline/incidents/incident-row.ts";
import { listLocationFailures } from "../../../pipeline/incidents/timeline/location-queries.ts";
import { listComponents } from "../../../pipeline/status-pages/components/component-queries.ts";
import { findOrganizationTimezone } from "../../../pipeline/status-pages/components/history-queries.ts";
import { resolveComponents } from "../../../pipeline/status-pages/components/read-components.ts";
import { countIncidents } from "../../../pipeline/status-pages/incidents/incident-queries.ts";
import { postIncident } from "../../../pipeline/status-pages/incidents/post-incident.ts";
import type { PageAddresses } from "../../../pipeline/status-pages/page-url.ts";
import { findPageForUpdate } from "../../../pipeline/status-pages/queries.ts";
import { AppError, badFields } from "../../../platform/kernel/errors.ts";
import { getPageIncident } from "../status-pages/service-incidents.ts";
import { emitIncident, type IncidentContext, incidentTarget, lockIncident } from "./incident-context.ts";
import { countLocationsOf, linkPost, listLinkedPosts } from "./queries.ts";

/** Drafts a post for a status page from an incident. It is never published by itself. */

/** The texts of a draft in the language of the page. Names are those of components, never of targets. */
export type DraftTexts = (language: PageLanguage) => {
  title(components: readonly string[]): string;
  message(draft: {
    components: readonly string[];
    sinceMs: number;
    timeZone: string;
    locations: { failing: readonly string[]; total: number };
  }): string;
};

type DraftContext = IncidentContext & { addresses: PageAddresses; draftTexts: DraftTexts };

const TITLE_MAX = 200;

export async function draftPagePost(
  ctx: DraftContext,
  { id, pageId }: { id: string; pageId: string },
): Promise<PageIncident> {
  const { db, orgId, clock } = ctx;
  const incident = await lockIncident(ctx, id);
  const page = UUID_PATTERN.test(pageId) ? await findPageForUpdate(db, orgId, pageId) : null;
  if (!page) throw badFields([{ path: "page_id", message: "is not the ID of a status page" }]);
  await assertRoom(ctx, incident, page.id);
  const affected = await findComponents(ctx, incident, page.id);
  const texts = ctx.draftTexts(page.settings.default_language);
  const names = affected.map(({ name }) => name);
  const { started_at: since, severity } = incident;
  const timeZone = page.settings.timezone ?? (await findOrganizationTimezone(db, orgId));
  const post = await postIncident(
    { db, orgId, nowMs: clock.now(), by: actorId(ctx.actor) },
    {
      pageId: page.id,
      title: texts.title(names).slice(0, TITLE_MAX).toWellFormed(),
      message: texts.message({
        components: names,
        sinceMs: since.getTime(),
        timeZone,
        locations: await findLocations(ctx, incident),
      }),
      status: "investigating",
      impact: severity,
      // The component itself follows its targets; the post does not make it worse.
      components: affected.map((one) => ({ id: one.id, status: "operational" as const })),
      notify: true,
      published: false,
      isAutomatic: false,
      postmortem: null,
      at: since,
    },
  );
  await linkPost(db, orgId, { incidentId: incident.id, pageIncidentId: post.id });
  const draft = await getPageIncident(ctx, { pageId: page.id, id: post.id });
  await audit(ctx, {
    action: "incident.draft_page_post",
    target: incidentTarget(incident.id),
    after: { page_id: page.id, page_title: page.title, page_incident_id: post.id },
  });
  emitIncident(ctx, incident);
  return draft;
}

async function assertRoom({ db, orgId }: DraftContext, { id }: IncidentRow, pageId: string): Promise<void> {
  if ((await listLinkedPosts(db, orgId, id)).length >= INCIDENT_DRAFTS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `An incident has at most ${INCIDENT_DRAFTS_MAX} posts on status pages.`,
    );
  if ((await countIncidents(db, orgId, pageId)) >= PAGE_INCIDENTS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `A status page has at most ${PAGE_INCIDENTS_MAX} incidents. Delete old ones first.`,
    );
}

/** The locations at which checks of the incident fail, or failed, and how many its targets have. */
async function findLocations({ db, orgId, clock }: DraftContext, { id }: IncidentRow) {
  const alerts = await listIncidentAlerts(db, orgId, [id]);
  const ids = alerts.map(({ alert_id: alert }) => alert);
  const failures = await listLocationFailures(db, orgId, ids, new Date(clock.now()));
  const targets = alerts.map(({ target_id: target }) => target);
  return {
    failing: [...new Set(failures.map(({ location }) => location))].sort(),
    total: await countLocationsOf(db, orgId, targets),
  };
}

/** The components of the page that follow a target of the incident. */
async function findComponents({ db, orgId }: DraftContext, { id }: IncidentRow, pageId: string) {
  const alerts = await listIncidentAlerts(db, orgId, [id]);
  const hit = new Set(alerts.map(({ target_id: target }) => target));
  const resolved = await resolveComponents(db, orgId, await listComponents(db, orgId, pageId));
  return resolved
    .filter(({ targets }) => targets.some(({ targetId }) => hit.has(targetId)))
    .map(({ component }) => component);
}
