import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { OrgRunnerAvailability } from "../../engine/locations/work-queue.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import { createSpecResolver } from "../../platform/secrets/resolve-specs.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import { triggerApiMonitor } from "../resources/api-monitors/trigger-api-monitor.ts";
import { triggerJourney } from "../resources/journeys/service-trigger.ts";
import { checkMonitor } from "../resources/monitors/check-monitor.ts";
import type { ManualChecks } from "../resources/monitors/manual-check.ts";
import type { CheckStarters } from "../resources/targets/routes.ts";

type StarterDeps = {
  availability(orgId: OrgId): OrgRunnerAvailability;
  manualChecks: ManualChecks;
  vault: Vault;
};

/** Returns a function for each kind of target that starts a manual check. */
export function createCheckStarters({ availability, manualChecks, vault }: StarterDeps): CheckStarters {
  return {
    monitor: (ctx, id) =>
      checkMonitor(ctx, {
        id,
        availability: availability(ctx.orgId),
        manualChecks,
        resolveSpecs: createSpecResolver({ ...ctx, vault }),
      }),
    api_monitor: (ctx, id) =>
      ctx.inTransaction((within) =>
        triggerApiMonitor(within, { id, input: {}, availability: availability(ctx.orgId) }),
      ),
    heartbeat: async () => {
      throw new AppError("BAD_REQUEST", "A heartbeat cannot be checked: it waits for pings.");
    },
    journey: (ctx, id) =>
      ctx.inTransaction((within) =>
        triggerJourney(within, {
          id,
          trigger: "manual",
          location: null,
          availability: availability(ctx.orgId),
        }),
      ),
  };
}
