import type { Schedule, ScheduleLayer, ScheduleLayerInput } from "@vedette/contract/on-call/schedules.ts";
import { WEEKDAYS, type Weekday } from "@vedette/contract/on-call/weekdays.ts";
import { t } from "../../../language/t.ts";
import { newKey } from "../../../new-key.ts";

/** Form state of a schedule. Pure. */

export type RestrictionDraft = { key: number; weekdays: readonly Weekday[]; from: string; to: string };

export type LayerDraft = {
  key: number;
  /** Undefined for a new layer. */
  id: string | undefined;
  name: string;
  people: readonly string[];
  unit: ScheduleLayer["rotation"]["unit"];
  every: string;
  startsAt: string;
  endsAt: string;
  restrictions: readonly RestrictionDraft[];
};

export type ScheduleDraft = {
  name: string;
  description: string;
  timezone: string;
  layers: readonly LayerDraft[];
};

export function emptySchedule(timezone: string, nowMs: number): ScheduleDraft {
  return { name: "", description: "", timezone, layers: [emptyLayer(1, nowMs)] };
}

export function emptyLayer(number: number, nowMs: number): LayerDraft {
  return {
    ...{
      key: newKey(),
      id: undefined,
      name: t("Layer {number}", { number }),
      people: [],
      unit: "week",
      every: "1",
    },
    ...{ startsAt: `${new Date(nowMs).toISOString().slice(0, 10)}T09:00`, endsAt: "", restrictions: [] },
  };
}

export function emptyRestriction(): RestrictionDraft {
  return { key: newKey(), weekdays: WEEKDAYS.slice(0, 5), from: "09:00", to: "17:00" };
}

export function draftOfSchedule({ name, description, timezone, layers }: Schedule): ScheduleDraft {
  return {
    ...{ name, description, timezone },
    layers: layers.map((layer) => ({
      ...{ key: newKey(), id: layer.id, name: layer.name, people: layer.people },
      ...{ unit: layer.rotation.unit, every: `${layer.rotation.every}` },
      ...{ startsAt: layer.starts_at, endsAt: layer.ends_at ?? "" },
      restrictions: layer.restrictions.map((restriction) => ({ key: newKey(), ...restriction })),
    })),
  };
}

/** Returns the request body. */
export function bodyOfSchedule({ name, description, timezone, layers }: ScheduleDraft) {
  return { name, description, timezone, layers: layers.map(bodyOfLayer) };
}

function bodyOfLayer(layer: LayerDraft): ScheduleLayerInput {
  return {
    ...(layer.id !== undefined && { id: layer.id }),
    ...{ name: layer.name, people: [...layer.people] },
    // An empty number is rejected by the server, like one that is not a number.
    rotation: { unit: layer.unit, every: layer.every === "" ? Number.NaN : Number(layer.every) },
    ...{ starts_at: layer.startsAt, ends_at: layer.endsAt === "" ? null : layer.endsAt },
    restrictions: layer.restrictions.map(({ weekdays, from, to }) => ({ weekdays: [...weekdays], from, to })),
  };
}

/** The layers that are complete, for the preview. */
export function completeLayers({ layers }: ScheduleDraft): ScheduleLayer[] {
  return layers.flatMap((draft) => {
    const { id: _, ends_at: end, restrictions = [], ...layer } = bodyOfLayer(draft);
    const { every } = layer.rotation;
    const isComplete =
      Number.isInteger(every) &&
      every >= 1 &&
      /^20\d\d-/.test(layer.starts_at) &&
      restrictions.every(({ from, to }) => from !== "" && to !== "");
    return isComplete ? [{ ...layer, restrictions, id: `${draft.key}`, ends_at: end ?? null }] : [];
  });
}
