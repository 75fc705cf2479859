import type { ApiMonitorTry } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { RunTrial } from "@vedette/contract/targets/test-runs.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import { apiMonitorTarget, specOf } from "../../../pipeline/runs/run-targets.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { assertNotUsedUp } from "../billing/service-quotas.ts";
import { noRunner, type TestRuns, unavailable } from "../runs/service-trials.ts";
import { fieldsOfCreate } from "./definition.ts";
import { type ApiMonitorContext, createFaults } from "./service.ts";

export type ApiMonitorTestInput = {
  input: ApiMonitorTry;
  staff: OrgRunnerAvailability;
  trials: TestRuns;
  vault: Vault;
};

/** Runs once what is not saved, where and as it would be run then. Refuses what a create would refuse. */
export async function tryApiMonitor(
  ctx: Pick<ApiMonitorContext, "db" | "orgId" | "clock">,
  { input, staff, trials, vault }: ApiMonitorTestInput,
): Promise<RunTrial> {
  const { db, orgId } = ctx;
  const fields = fieldsOfCreate({ ...input, name: input.name ?? "" });
  const faults = await createFaults(ctx, fields, staff);
  const location = input.location ?? fields.locations[0] ?? "";
  if (!fields.locations.includes(location)) {
    faults.push({ path: "location", message: `is none of its locations: ${fields.locations.join(", ")}` });
  }
  if (faults.length > 0) throw badFields(faults);
  await assertNotUsedUp(ctx, "api_runs");
  const serving = workQueueFor(location, staff);
  if (serving === null) throw noRunner(location);
  return trials.inPlace(orgId, async () => {
    const run = { org_id: orgId, overrides: null };
    const spec = await specOf(apiMonitorTarget(fields), run, { db, vault });
    if (spec === null) {
      throw unavailable(
        "A variable that this names cannot be opened. The server's log tells its operator why.",
      );
    }
    return trials.run({ orgId, location, servingLocation: serving, spec });
  });
}
