import type { JobHandlers } from "../../platform/jobs/job-definitions.ts";
import { retainIncidents } from "./retention.ts";
import { type IncidentDeps, updateAllIncidents, updateIncidents } from "./updating/update-incidents.ts";

/** The background work of incidents. */
export function incidentJobs(
  deps: IncidentDeps,
): Pick<JobHandlers, "incidents.update" | "incidents.update_all" | "incidents.retention"> {
  return {
    "incidents.update": ({ data }) => updateIncidents(deps, data.orgId),
    "incidents.update_all": (run) => updateAllIncidents(deps, run),
    "incidents.retention": (run) => retainIncidents(deps, run),
  };
}
