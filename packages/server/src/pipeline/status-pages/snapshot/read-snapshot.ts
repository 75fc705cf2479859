import {
  COMPONENT_STATUSES,
  type ComponentStatus,
  IMPACTS,
  type Impact,
  impactOf,
  worseStatus,
} from "@vedette/contract/status-pages/status-words.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type CalendarDay, calendarDays } from "../../results/history/calendar-days.ts";
import { barDays, barFigures } from "../components/bar-days.ts";
import type { ComponentState } from "../components/component-state.ts";
import { componentStatus } from "../components/component-statuses.ts";
import { findOrganizationTimezone } from "../components/history-queries.ts";
import { type ResolvedComponent, readComponentSpans } from "../components/read-components.ts";
import { listFirstHosts, listImages } from "../domains/domain-queries.ts";
import { readMaintenances } from "../maintenances/read-maintenances.ts";
import type { PageGroupRow } from "../page-row.ts";
import { pageUrl } from "../page-url.ts";
import { type PageContent, RECENT_DAYS, readPageContent } from "./page-content.ts";
import { readPageHistory } from "./read-page-history.ts";
import type {
  PageSnapshot,
  SnapshotComponent,
  SnapshotGroup,
  SnapshotIncident,
  SnapshotPage,
} from "./snapshot.ts";
import type { PageHistory, SnapshotRequest } from "./snapshot-request.ts";

/** Reads what a page shows now. Past days are kept from one reading to the next, because they rarely change. */

const DAY_MS = 86_400_000;

export async function readSnapshot(
  db: Db,
  request: SnapshotRequest,
): Promise<{ snapshot: PageSnapshot; history: PageHistory }> {
  return composeSnapshot(db, request, await readPageContent(db, request));
}

/** Adds to the content of a page what follows from checks and from maintenance windows. */
export async function composeSnapshot(
  db: Db,
  request: SnapshotRequest,
  content: PageContent,
): Promise<{ snapshot: PageSnapshot; history: PageHistory }> {
  const { page, nowMs, readAtMs = nowMs } = request;
  const { org_id: orgId, settings } = page;
  const { groups, resolved, unresolved, recent } = content;
  const timezone = settings.timezone ?? (await findOrganizationTimezone(db, orgId));
  const days = calendarDays(settings.history_days, { nowMs, timezone });
  const today = lastOf(days);
  const history = await readPageHistory(db, { request, resolved, days });
  const spans = await readComponentSpans(db, orgId, {
    components: resolved,
    span: { fromMs: today.fromMs, toMs: nowMs },
    nowMs: readAtMs,
  });
  const groupIds = new Map(groups.map(({ id, public_id }) => [id, public_id]));
  const components = resolved.map((one) => {
    const own = spans.get(one.component.id);
    const bars = own && barDays(own, { days: [today], minSeconds: settings.min_incident_seconds });
    return toComponent(one, {
      groupIds,
      state: own?.at(-1)?.state ?? "none",
      override: content.overrides.get(one.component.id) ?? "operational",
      days: bars ? [...(history.days.get(one.component.id) ?? []), ...bars] : null,
      responseMs: history.responseMs.get(one.component.id) ?? null,
      unmeasuredHours: history.unmeasuredHours.get(one.component.id) ?? [],
    });
  });
  const since = new Date(nowMs - RECENT_DAYS * DAY_MS);
  const maintenances = await readMaintenances(db, { request, resolved, components, since });
  const shown = components.filter(
    (component) => !component.onlyWhenBad || component.status !== "operational",
  );
  const isOpen = ({ status }: { status: string }) => status === "in_progress" || status === "verifying";
  const status = overallStatus(shown, maintenances.some(isOpen));
  const snapshot: PageSnapshot = {
    page: await toPage(db, request, { timezone, content }),
    asOfMs: nowMs,
    nextChangeMs: Math.min(
      today.toMs,
      ...maintenances.flatMap(({ fromMs, toMs }) => [fromMs, toMs].filter((ms) => ms > nowMs)),
    ),
    status,
    impact: overallImpact(status, unresolved),
    isMeasured: shown.some(({ isMeasured }) => isMeasured) || shown.length === 0,
    groups: groups.map(toGroup),
    components: shown,
    ...{ unresolved, recent, maintenances },
  };
  return { snapshot, history };
}

function toComponent(
  resolved: ResolvedComponent,
  {
    groupIds,
    state,
    override,
    days,
    responseMs,
    unmeasuredHours,
  }: {
    groupIds: ReadonlyMap<string, string>;
    state: ComponentState;
    override: ComponentStatus;
  } & Pick<SnapshotComponent, "days" | "responseMs" | "unmeasuredHours">,
): SnapshotComponent {
  const { component } = resolved;
  return {
    publicId: component.public_id,
    name: component.name,
    description: component.description,
    position: component.position,
    groupId: (component.group_id && groupIds.get(component.group_id)) ?? null,
    ...componentStatus(resolved, { state, override }),
    onlyWhenBad: component.only_when_bad,
    days,
    figures: days && barFigures(days),
    responseMs,
    unmeasuredHours,
    createdAtMs: component.created_at.getTime(),
    updatedAtMs: component.updated_at.getTime(),
  };
}

function overallStatus(components: readonly SnapshotComponent[], isInMaintenance: boolean): ComponentStatus {
  const ranks = components.map(({ status }) => COMPONENT_STATUSES.indexOf(status));
  const worst = COMPONENT_STATUSES[Math.max(0, ...ranks)] ?? "operational";
  return isInMaintenance ? worseStatus(worst, "under_maintenance") : worst;
}

function overallImpact(status: ComponentStatus, incidents: readonly SnapshotIncident[]): Impact {
  const ranks = [impactOf(status), ...incidents.map(({ impact }) => impact)].map((impact) =>
    IMPACTS.indexOf(impact),
  );
  return IMPACTS[Math.max(...ranks)] ?? "none";
}

async function toPage(
  db: Db,
  { page, addresses }: SnapshotRequest,
  { timezone, content }: { timezone: string; content: PageContent },
): Promise<SnapshotPage> {
  const { automatic, timezone: own, ...settings } = page.settings;
  const [first] = await listFirstHosts(db, page.org_id, [page.id]);
  const images = await listImages(db, page.org_id, [page.id]);
  const { groups, resolved, unresolved, recent } = content;
  const changes = [page, ...groups, ...resolved.map(({ component }) => component)];
  const incidents = [...unresolved, ...recent];
  return {
    ...settings,
    publicId: page.public_id,
    slug: page.slug,
    title: page.title,
    description: page.description,
    url: pageUrl({ slug: page.slug, host: first?.host ?? null }, addresses),
    timezone,
    hasCustomCss: page.custom_css !== "" || Object.keys(settings.colors).length > 0,
    images: Object.fromEntries(images.map(({ image, hash }) => [image, hash])),
    createdAtMs: page.created_at.getTime(),
    updatedAtMs: Math.max(
      ...changes.map(({ updated_at }) => updated_at.getTime()),
      ...incidents.map(({ updatedAtMs }) => updatedAtMs),
    ),
  };
}

function toGroup(row: PageGroupRow): SnapshotGroup {
  return {
    publicId: row.public_id,
    name: row.name,
    description: row.description,
    position: row.position,
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
  };
}

function lastOf(days: readonly CalendarDay[]): CalendarDay {
  const last = days.at(-1);
  if (!last) throw new Error("a page has no days");
  return last;
}
