import type { OrgId } from "@vedette/contract/common/ids.ts";
import { requestEvidence } from "../../engine/evidence/bundle/request-evidence.ts";
import { decideVerdict } from "../../engine/evidence/verdict/decide-verdict.ts";
import { type OrgRunnerAvailability, privateWorkQueue } from "../../engine/locations/work-queue.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import { evidenceJobs } from "../../pipeline/evidence/evidence-jobs.ts";
import { listPrivateLocationsOf } from "../../pipeline/locations/queries.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import { createSpecResolver } from "../../platform/secrets/resolve-specs.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Database } from "../../platform/storage/database.ts";

/** Wires the collection of evidence: runners collect, and the rules of the engine decide. */
export function prepareEvidence({
  database,
  vault,
  queue,
  fallbackLocation,
  log,
}: {
  database: Database;
  vault: Vault;
  queue: Queue;
  fallbackLocation: string | null;
  log: Logger;
}) {
  return evidenceJobs({
    ...{ database, vault, log, clock: systemClock, decideVerdict },
    resolveSpecs: createSpecResolver({ db: database, vault, log }),
    collectAt: (request) => requestEvidence(queue, request),
    availability: async (orgId: OrgId): Promise<OrgRunnerAvailability> => {
      const rows = await listPrivateLocationsOf(database, orgId);
      const names = new Set(rows.map(({ location }) => privateWorkQueue({ orgId, location })));
      const isPrivate = (at: { orgId: OrgId; location: string }) => names.has(privateWorkQueue(at));
      return { runners: queue.runners(), fallbackLocation, isPrivate, orgId };
    },
  });
}
