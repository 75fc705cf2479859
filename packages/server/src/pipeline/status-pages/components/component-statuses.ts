import type { OrgId } from "@vedette/contract/common/ids.ts";
import { type ComponentStatus, worseStatus } from "@vedette/contract/status-pages/status-words.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listUnresolvedOf, listUpdates } from "../incidents/incident-queries.ts";
import { affectedComponents } from "../incidents/incident-state.ts";
import type { PageComponentRow } from "../page-row.ts";
import type { ComponentState } from "./component-state.ts";
import { type ResolvedComponent, readComponentSpans, resolveComponents } from "./read-components.ts";

/** The status of components now, without their history. */

export type CurrentStatus = {
  status: ComponentStatus;
  /** False while it has targets, or a selector, and no target is measured. */
  isMeasured: boolean;
};

/** Long enough to contain the state of now. */
const NOW_MS = 1_000;

/** Returns the status of each component, by its ID. */
export async function readComponentStatuses(
  db: Db,
  orgId: OrgId,
  { components, nowMs }: { components: readonly PageComponentRow[]; nowMs: number },
): Promise<Map<string, CurrentStatus>> {
  if (components.length === 0) return new Map();
  const pageIds = [...new Set(components.map(({ page_id }) => page_id))];
  const resolved = await resolveComponents(db, orgId, components);
  const span = { fromMs: nowMs - NOW_MS, toMs: nowMs };
  const spans = await readComponentSpans(db, orgId, { components: resolved, span, nowMs });
  const unresolved = await listUnresolvedOf(db, orgId, pageIds);
  const overrides = await readOverrides(
    db,
    orgId,
    unresolved.map(({ id }) => id),
  );
  return new Map(
    resolved.map((one) => {
      const { id } = one.component;
      const state = spans.get(id)?.at(-1)?.state ?? "none";
      return [id, componentStatus(one, { state, override: overrides.get(id) ?? "operational" })];
    }),
  );
}

/** The status that unresolved incidents set, by the ID of the component. */
export async function readOverrides(
  db: Db,
  orgId: OrgId,
  incidentIds: readonly string[],
): Promise<Map<string, ComponentStatus>> {
  const overrides = new Map<string, ComponentStatus>();
  if (incidentIds.length === 0) return overrides;
  const updates = Map.groupBy(await listUpdates(db, orgId, incidentIds), ({ incident_id }) => incident_id);
  for (const own of updates.values())
    for (const { id, status } of affectedComponents(own))
      overrides.set(id, worseStatus(status, overrides.get(id) ?? "operational"));
  return overrides;
}

/**
 * A component follows its targets; an incident can only make it worse. Without a target it has the status that was set.
 * While none of its targets is measured, it keeps the status of incidents and is marked as not measured.
 */
export function componentStatus(
  { component, targets }: ResolvedComponent,
  { state, override }: { state: ComponentState; override: ComponentStatus },
): CurrentStatus {
  if (targets.length === 0)
    return {
      status: worseStatus(component.status, override),
      // A component without targets and with a selector follows nothing, so that its status is not known.
      isMeasured: component.selector === null,
    };
  const measured = state === "unknown" || state === "none" ? null : state;
  return { status: worseStatus(measured ?? "operational", override), isMeasured: measured !== null };
}
