import { createHash } from "node:crypto";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { PAGE_COMPONENTS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import type { PageOrder } from "@vedette/contract/status-pages/page-order.ts";
import { toPublicId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listDeletedSince, type PastFields, readPastFields } from "../../audit/past-fields.ts";
import { listComponents, listPageGroups } from "../components/component-queries.ts";
import {
  DEFAULT_SETTINGS,
  type PageComponentRow,
  type PageGroupRow,
  type StatusPageRow,
} from "../page-row.ts";

/** A page, its components and its groups as they were at an earlier time, from their changes in the audit log. */

const GROUP_FIELDS = ["name", "description", "position"] as const;
const COMPONENT_FIELDS = [
  ...GROUP_FIELDS,
  ...(["group_id", "internal_name", "selector", "rollup", "only_when_bad", "status"] as const),
] as const;
const PAGE_FIELDS = ["title", "description", "published"] as const;
const SETTINGS = Object.keys(DEFAULT_SETTINGS);

/** With the access, the addresses and the style of now. */
export async function readPastPage(db: Db, page: StatusPageRow, at: Date): Promise<StatusPageRow> {
  const fields = [...PAGE_FIELDS, ...SETTINGS];
  const past = (await readPastFields(db, page.org_id, { ids: [page.id], fields, at })).get(page.id) ?? {};
  const settings = Object.fromEntries(Object.entries(past).filter(([name]) => SETTINGS.includes(name)));
  const own = Object.fromEntries(Object.entries(past).filter(([name]) => !SETTINGS.includes(name)));
  return { ...page, ...own, settings: { ...page.settings, ...settings } };
}

/** In the order of then. */
export async function readPastComponents(
  db: Db,
  orgId: OrgId,
  { pageId, at }: { pageId: string; at: Date },
): Promise<{ groups: PageGroupRow[]; components: PageComponentRow[] }> {
  const order = (await readPastFields(db, orgId, { ids: [pageId], fields: ["order"], at })).get(pageId);
  const places = placesOf((order?.order ?? []) as PageOrder["items"]);
  const request = { pageId, at, places };
  const groups = await restore<PageGroupRow>(db, orgId, {
    ...{ ...request, present: await listPageGroups(db, orgId, pageId) },
    ...{ action: "page_group.delete", fields: GROUP_FIELDS },
  });
  const components = await restore<PageComponentRow>(db, orgId, {
    ...{ ...request, present: await listComponents(db, orgId, pageId) },
    ...{ action: "page_component.delete", fields: COMPONENT_FIELDS },
  });
  return { groups, components };
}

type Place = { position: number; group_id?: string | null };

/** The positions that one change of the whole order replaced, by the ID of the component or group. */
function placesOf(items: PageOrder["items"]): Map<string, Place> {
  return new Map(
    items.flatMap(({ id, components }, position): [string, Place][] => [
      [id, { position, ...(components === undefined && { group_id: null }) }],
      ...(components ?? []).map((own, place): [string, Place] => [own, { position: place, group_id: id }]),
    ]),
  );
}

type Row = { id: string; created_at: Date; position: number; name: string };

type Restored<R> = {
  pageId: string;
  at: Date;
  places: ReadonlyMap<string, Place>;
  present: readonly R[];
  action: "page_group.delete" | "page_component.delete";
  fields: readonly string[];
};

async function restore<R extends Row>(
  db: Db,
  orgId: OrgId,
  { pageId, at, places, present, action, fields }: Restored<R>,
): Promise<R[]> {
  const deleted = (await listDeletedSince(db, orgId, { action, at, limit: PAGE_COMPONENTS_MAX }))
    .filter(({ fields: logged }) => logged.page_id === pageId)
    .map(({ id, fields: logged }) => toRow<R>({ id, orgId, logged }));
  const existing = [...present, ...deleted].filter(({ created_at }) => created_at <= at);
  const past: PastFields = await readPastFields(db, orgId, { ids: existing.map(({ id }) => id), fields, at });
  return existing
    .map((row) => ({ ...row, ...past.get(row.id), ...places.get(row.id) }))
    .sort((one, other) => one.position - other.position || one.name.localeCompare(other.name));
}

/** A row that was deleted. The log has its fields; its ID has the time of its creation. */
function toRow<R extends Row>({
  id,
  orgId,
  logged,
}: {
  id: string;
  orgId: OrgId;
  logged: Record<string, unknown>;
}): R {
  const createdAt = new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
  const row = {
    ...{ id, org_id: orgId, public_id: toPublicId(createHash("sha256").update(id).digest()) },
    ...{ created_at: createdAt, updated_at: createdAt },
    ...logged,
  };
  // `logged` holds all other columns of the table, because deletions log the whole row.
  return row as unknown as R;
}
