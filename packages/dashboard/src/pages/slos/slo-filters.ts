import { SLIS, type Sli } from "@vedette/contract/slos/slo-limits.ts";
import type { SloState } from "@vedette/contract/slos/slos.ts";

/** The filters of the list of SLOs, stored in the URL. */
export type SloFilters = { search?: string; sli?: Sli; state?: SloState };

export const STATES: readonly SloState[] = ["met", "missed", "no_data"];

/** Ignores parameters that are not valid. */
export function readSloFilters(given: Record<string, unknown>): SloFilters {
  const search = typeof given.search === "string" ? given.search.trim() : "";
  const sli = SLIS.find((each) => each === given.sli);
  const state = STATES.find((each) => each === given.state);
  return { ...(search !== "" && { search }), ...(sli && { sli }), ...(state && { state }) };
}
