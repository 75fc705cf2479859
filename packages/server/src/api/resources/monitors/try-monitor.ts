import { toCheckSpec } from "@vedette/contract/checks/check-spec.ts";
import type { MonitorTry } from "@vedette/contract/targets/monitors.ts";
import type { CheckTrial } from "@vedette/contract/targets/test-runs.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { SpecResolver } from "../../../platform/secrets/resolve-specs.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { assertNotUsedUp } from "../billing/service-quotas.ts";
import { noRunner, type TestRuns, unavailable } from "../runs/service-trials.ts";
import { checkVerdict } from "./check-verdict.ts";
import { fieldsOfCreate } from "./definition.ts";
import { createFaults, type MonitorContext } from "./service.ts";

export type MonitorTestInput = {
  input: MonitorTry;
  staff: OrgRunnerAvailability;
  trials: TestRuns;
  vault: Vault;
  resolveSpecs: SpecResolver;
};

/** Checks once what is not saved, at all its locations. Refuses what a create would refuse. */
export async function tryMonitor(
  ctx: Pick<MonitorContext, "db" | "orgId" | "clock">,
  { input, staff, trials, vault, resolveSpecs }: MonitorTestInput,
): Promise<CheckTrial> {
  const { orgId } = ctx;
  const fields = fieldsOfCreate({ ...input, name: input.name ?? "" });
  const faults = await createFaults({ ...ctx, vault }, fields, staff);
  if (faults.length > 0) throw badFields(faults);
  await assertNotUsedUp(ctx, "check_runs");
  const where = fields.locations.join(", ");
  const places = [...new Set(fields.locations)].flatMap((location) => {
    const serving = workQueueFor(location, staff);
    return serving === null ? [] : [{ location, servingLocation: serving }];
  });
  if (places.length === 0) throw noRunner(where);
  return trials.inPlace(orgId, async () => {
    const [spec] = await resolveSpecs([{ orgId, spec: toCheckSpec(fields) }]);
    if (!spec || spec.isUnready) {
      throw unavailable(
        "A variable that this names cannot be opened. The server's log tells its operator why.",
      );
    }
    const made = await Promise.all(places.map((place) => trials.check({ ...place, orgId, spec })));
    const results = made.filter((result) => result !== null);
    const status = checkVerdict(results);
    if (status === null) throw noRunner(where);
    return { status, results };
  });
}
