import type { Slo, SloCreateInput } from "@vedette/contract/slos/slos.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";

/** Form state of an SLO. Numbers stay text until they are sent. Pure. */
export type SloDraft = {
  name: string;
  description: string;
  covers: "all" | "some";
  selector: Selector;
  objective: string;
  window: Slo["window"];
  timezone: string;
  sli: Slo["sli"];
  latencyMs: string;
  excludesMaintenance: boolean;
};

export function emptySlo(timezone: string): SloDraft {
  return {
    ...{
      name: "",
      description: "",
      covers: "some",
      selector: {},
      objective: "99.9",
      window: "30d",
      timezone,
    },
    ...{ sli: "time", latencyMs: "500", excludesMaintenance: true },
  };
}

export function draftOfSlo(slo: Slo): SloDraft {
  return {
    name: slo.name,
    description: slo.description,
    covers: Object.keys(slo.selector).length === 0 ? "all" : "some",
    selector: slo.selector,
    objective: String(slo.objective),
    window: slo.window,
    timezone: slo.timezone,
    sli: slo.sli,
    latencyMs: String(slo.latency_ms ?? 500),
    excludesMaintenance: slo.exclude_maintenance,
  };
}

export type SloBody = Required<Pick<SloCreateInput, "name" | "selector" | "objective">> &
  Pick<SloCreateInput, "description" | "window" | "sli" | "latency_ms" | "exclude_maintenance"> & {
    timezone: string;
  };

/** NaN becomes null in JSON, which the server rejects. */
export function bodyOfSlo(draft: SloDraft): SloBody {
  return {
    name: draft.name,
    description: draft.description,
    selector: draft.covers === "all" ? {} : draft.selector,
    objective: numberOf(draft.objective),
    window: draft.window,
    timezone: draft.timezone,
    sli: draft.sli,
    latency_ms: draft.sli === "latency" ? numberOf(draft.latencyMs) : null,
    exclude_maintenance: draft.excludesMaintenance,
  };
}

/** An empty selector would select every target. */
export function isSloWithoutTargets({ covers, selector }: Pick<SloDraft, "covers" | "selector">): boolean {
  return covers === "some" && Object.keys(selector).length === 0;
}

function numberOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
}
