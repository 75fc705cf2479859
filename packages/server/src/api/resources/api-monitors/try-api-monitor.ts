import type { ApiMonitorTry } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { TestRunResult } from "@vedette/contract/targets/test-runs.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import { assertNotUsedUp } from "../../../pipeline/quotas/quotas.ts";
import { apiMonitorTarget, specOf } from "../../../pipeline/runs/run-targets.ts";
import { findCreateErrors, type TargetContext } from "../../../pipeline/targets/lifecycle.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { noRunner, type TestRuns, toTestRun, unavailable } from "../runs/service-test-runs.ts";
import { API_MONITORS } from "./api-monitor-type.ts";

export type ApiMonitorTestInput = {
  input: ApiMonitorTry;
  availability: OrgRunnerAvailability;
  testRuns: TestRuns;
  vault: Vault;
};

/**
 * Runs an unsaved API monitor once, at the location and with the specification of a real run. Validates it
 * like a create request.
 */
export async function tryApiMonitor(
  ctx: Pick<TargetContext, "db" | "orgId" | "clock">,
  { input, availability, testRuns, vault }: ApiMonitorTestInput,
): Promise<TestRunResult> {
  const { db, orgId } = ctx;
  const fields = API_MONITORS.toFields({ ...input, name: input.name ?? "" });
  const errors = await findCreateErrors(ctx, API_MONITORS, { fields, availability });
  const location = input.location ?? fields.locations[0] ?? "";
  if (!fields.locations.includes(location)) {
    errors.push({
      path: "location",
      message: `must be one of its locations: ${fields.locations.join(", ")}`,
    });
  }
  if (errors.length > 0) throw badFields(errors);
  await assertNotUsedUp(ctx, "api_runs");
  const servingLocation = workQueueFor(location, availability);
  if (servingLocation === null) throw noRunner(location);
  return testRuns.withSlot(orgId, async () => {
    const run = { org_id: orgId, overrides: null };
    const spec = await specOf(apiMonitorTarget(fields), run, { db, vault });
    if (spec === null) {
      throw unavailable("A variable cannot be decrypted. Ask the operator of this server to check its log.");
    }
    return toTestRun(await testRuns.attempt({ orgId, location, servingLocation, spec }));
  });
}
