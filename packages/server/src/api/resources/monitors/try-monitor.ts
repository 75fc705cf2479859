import { toCheckSpec } from "@vedette/contract/checks/check-config.ts";
import { isComputed } from "@vedette/contract/checks/check-types.ts";
import type { MonitorTry } from "@vedette/contract/targets/monitors.ts";
import type { CheckTestRun } from "@vedette/contract/targets/test-runs.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import { assertNotUsedUp } from "../../../pipeline/quotas/quotas.ts";
import { findCreateErrors, type TargetContext } from "../../../pipeline/targets/lifecycle.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { SpecResolver } from "../../../platform/secrets/resolve-specs.ts";
import { noRunner, type TestRuns, unavailable } from "../runs/service-test-runs.ts";
import { checkVerdict } from "./check-verdict.ts";
import type { MonitorType } from "./monitor-type.ts";

export type MonitorTestInput = {
  input: MonitorTry;
  availability: OrgRunnerAvailability;
  testRuns: TestRuns;
  type: MonitorType;
  resolveSpecs: SpecResolver;
};

/** Checks an unsaved monitor once at all its locations. Rejects what a create request would reject. */
export async function tryMonitor(
  ctx: Pick<TargetContext, "db" | "orgId" | "clock">,
  { input, availability, testRuns, type, resolveSpecs }: MonitorTestInput,
): Promise<CheckTestRun> {
  const { orgId } = ctx;
  const fields = type.toFields({ ...input, name: input.name ?? "" });
  const errors = await findCreateErrors(ctx, type, { fields, availability });
  if (errors.length > 0) throw badFields(errors);
  const needsRunner = !isComputed(fields.type);
  if (needsRunner) await assertNotUsedUp(ctx, "check_runs");
  const locations = fields.locations.join(", ");
  const queues = [...new Set(fields.locations)].flatMap((location) => {
    const serving = needsRunner ? workQueueFor(location, availability) : location;
    return serving === null ? [] : [{ location, servingLocation: serving }];
  });
  if (queues.length === 0) throw noRunner(locations);
  return testRuns.withSlot(orgId, async () => {
    const [spec] = await resolveSpecs([{ orgId, spec: toCheckSpec(fields) }]);
    if (!spec || spec.isUnready) {
      throw unavailable("A variable of this monitor cannot be decrypted. The server log has the reason.");
    }
    const checks = await Promise.all(queues.map((queue) => testRuns.check({ ...queue, orgId, spec })));
    const results = checks.filter((result) => result !== null);
    const status = checkVerdict(results);
    if (status === null) throw noRunner(locations);
    return { status, results };
  });
}
