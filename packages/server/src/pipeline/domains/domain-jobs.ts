import type { JobHandler, SentJobHandler } from "../../platform/jobs/job-definitions.ts";
import { type DomainLookupDeps, DomainLookups } from "./domain-lookups.ts";

/** The jobs that look up domains. */
export function domainJobs(deps: DomainLookupDeps): {
  "domains.refresh": JobHandler;
  "domains.lookup": SentJobHandler<"domains.lookup">;
} {
  const lookups = new DomainLookups(deps);
  return {
    "domains.refresh": (run) => lookups.refresh(run),
    "domains.lookup": (run) => lookups.run(run),
  };
}
