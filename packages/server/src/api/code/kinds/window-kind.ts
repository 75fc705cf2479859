import {
  maintenanceWindowCreate,
  maintenanceWindowUpdate,
} from "@vedette/contract/alerts/maintenance-windows.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { windowCreateFields } from "../../resources/maintenance-windows/definition.ts";
import { listAllWindows, type WindowFields } from "../../resources/maintenance-windows/queries.ts";
import { changeWindow, createWindow, removeWindow } from "../../resources/maintenance-windows/service.ts";
import { getTimezone } from "../../resources/organizations/service.ts";
import { asJson, type Fields, type Kind, only, pick } from "./kind.ts";
import { normalSelector } from "./selector-form.ts";

/** A window with lists of IDs and tags has a selector of the same targets: a document has no other form. */
export const WINDOW_KIND: Kind = {
  kind: "maintenance_window",
  auditType: "maintenance_window",
  async list({ db, orgId }, ids) {
    const rows = only(await listAllWindows(db, orgId), ids);
    return rows.map((row) => ({ id: row.id, name: row.name, fields: fieldsOf(row), secretAt: () => null }));
  },
  async normalize({ db, orgId, clock }, { body }, live) {
    // Without a start in the document, a window starts when it is created.
    const start = body.starts_at == null && live !== null && { starts_at: live.fields.starts_at };
    const input = maintenanceWindowCreate.parse({ ...body, ...start });
    const timezone = await getTimezone(db, orgId);
    return fieldsOf(windowCreateFields(input, { timezone, nowMs: clock.now() }));
  },
  create: async (ctx, { body }) => (await createWindow(ctx, maintenanceWindowCreate.parse(body))).id,
  async update(ctx, { id }, { names, wanted }) {
    const noLists = { monitor_ids: [], api_monitor_ids: [], journey_ids: [], heartbeat_ids: [], tags: [] };
    const input = { ...pick(wanted, names), ...(names.includes("selector") && noLists) };
    await changeWindow(ctx, { id, input: maintenanceWindowUpdate.parse(input) });
  },
  remove: removeWindow,
};

function fieldsOf(fields: WindowFields): Fields {
  const { name, mode, starts_at, duration_seconds, rrule, timezone, counts_uptime, announcement } = fields;
  return asJson({
    ...{ name, mode, starts_at, duration_seconds, rrule, timezone, counts_uptime, announcement },
    selector: normalSelector(fields.selector ?? listed(fields)),
    show_on: fields.show_on.toSorted(),
  });
}

function listed({ target_ids: targets, tags }: WindowFields): Selector {
  return { ...(targets.length > 0 && { targets }), ...(tags.length > 0 && { tags: { any: tags } }) };
}
