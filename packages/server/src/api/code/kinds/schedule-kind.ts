import { isObject } from "@vedette/contract/code/code-resources.ts";
import { scheduleCreate, scheduleUpdate } from "@vedette/contract/on-call/schedules.ts";
import {
  listAllSchedules,
  type ScheduleFields,
} from "../../../pipeline/on-call/schedules/schedule-queries.ts";
import { getTimezone } from "../../resources/organizations/service.ts";
import {
  changeSchedule,
  createSchedule,
  getScheduleForUpdate,
  removeSchedule,
} from "../../resources/schedules/service.ts";
import { asJson, type Fields, type Kind, only, pick } from "./kind.ts";

/** Layers have no IDs in a document: a layer keeps its ID as long as it keeps its name. */
export const SCHEDULE_KIND: Kind = {
  kind: "schedule",
  auditType: "schedule",
  async list({ db, orgId }, ids) {
    const rows = only(await listAllSchedules(db, orgId), ids);
    return rows.map((row) => ({ id: row.id, name: row.name, fields: fieldsOf(row), secretAt: () => null }));
  },
  async normalize({ db, orgId }, { body }) {
    const { timezone, ...input } = scheduleCreate.parse(body);
    return fieldsOf({ ...input, timezone: timezone ?? (await getTimezone(db, orgId)) });
  },
  create: async (ctx, { body }) => (await createSchedule(ctx, scheduleCreate.parse(body))).id,
  async update(ctx, { id }, { names, wanted }) {
    const changed = pick(wanted, names);
    const layers = names.includes("layers") && {
      layers: withLayerIds(changed.layers, (await getScheduleForUpdate(ctx, id)).layers),
    };
    await changeSchedule(ctx, { id, input: scheduleUpdate.parse({ ...changed, ...layers }) });
  },
  remove: removeSchedule,
};

type FieldsOfSchedule = Omit<ScheduleFields, "layers"> & {
  layers: readonly {
    id?: string | undefined;
    ends_at?: string | null | undefined;
    restrictions: unknown[];
  }[];
};

function fieldsOf({ name, description, timezone, layers }: FieldsOfSchedule): Fields {
  const shown = layers.map(({ id: _, ends_at, restrictions, ...layer }) => ({
    ...layer,
    ...(ends_at != null && { ends_at }),
    ...(restrictions.length > 0 && { restrictions }),
  }));
  return asJson({ name, description, timezone, layers: shown });
}

function withLayerIds(layers: unknown, before: readonly { id: string; name: string }[]): unknown {
  if (!Array.isArray(layers)) return layers;
  const left = [...before];
  return layers.map((layer: unknown) => {
    const index = isObject(layer) ? left.findIndex(({ name }) => name === layer.name) : -1;
    const [same] = index < 0 ? [] : left.splice(index, 1);
    return isObject(layer) && same !== undefined ? { ...layer, id: same.id } : layer;
  });
}
