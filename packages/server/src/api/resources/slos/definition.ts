import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { SloPreviewRequest } from "@vedette/contract/slos/slo-report.ts";
import type { SloCreate, SloUpdate } from "@vedette/contract/slos/slos.ts";
import type { SloFields } from "./queries.ts";

/** The fields of an SLO. */

export function sloCreateFields(
  input: SloCreate | (SloPreviewRequest & { name: string; description: string }),
  { timezone }: { timezone: string },
): SloFields {
  return {
    name: input.name,
    description: input.description,
    selector: input.selector,
    objective: input.objective,
    window: input.window,
    timezone: input.timezone ?? timezone,
    sli: input.sli,
    latency_ms: input.latency_ms,
    exclude_maintenance: input.exclude_maintenance,
  };
}

/** With another SLI than `latency`, an update that does not mention the time removes it. */
export function sloUpdateFields(row: SloFields, input: SloUpdate): SloFields {
  const sli = input.sli ?? row.sli;
  const kept = sli === "latency" ? row.latency_ms : null;
  return {
    name: input.name ?? row.name,
    description: input.description ?? row.description,
    selector: input.selector ?? row.selector,
    objective: input.objective ?? row.objective,
    window: input.window ?? row.window,
    timezone: input.timezone ?? row.timezone,
    sli,
    latency_ms: input.latency_ms === undefined ? kept : input.latency_ms,
    exclude_maintenance: input.exclude_maintenance ?? row.exclude_maintenance,
  };
}

export function findLatencyErrors({
  sli,
  latency_ms: ms,
}: Pick<SloFields, "sli" | "latency_ms">): ErrorDetail[] {
  if (sli === "latency" && ms === null)
    return [{ path: "latency_ms", message: "is required with the SLI 'latency'" }];
  if (sli !== "latency" && ms !== null)
    return [{ path: "latency_ms", message: `must be null with the SLI '${sli}'` }];
  return [];
}
