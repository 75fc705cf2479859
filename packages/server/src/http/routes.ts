import type { Identity } from "../identity/identity.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Queue } from "../queue/queue.ts";
import { apiKeyRoutes } from "../resources/api-keys/routes.ts";
import { auditLogRoutes } from "../resources/audit-log/routes.ts";
import { invitationRoutes } from "../resources/invitations/routes.ts";
import { locationRoutes } from "../resources/locations/routes.ts";
import { memberRoutes } from "../resources/members/routes.ts";
import { createManualChecks } from "../resources/monitors/manual-check.ts";
import { monitorRoutes } from "../resources/monitors/routes.ts";
import { organizationRoutes } from "../resources/organizations/routes.ts";
import { peopleRoutes } from "../resources/people/routes.ts";
import { variableRoutes } from "../resources/variables/routes.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Database } from "../storage/database.ts";
import type { Route } from "./define-route.ts";
import type { EventHub } from "./events/event-hub.ts";
import { eventRoutes } from "./events/routes.ts";
import { healthRoutes, type ReadinessReport } from "./health.ts";

export type RouteTableDeps = {
  queue: Queue;
  clock: Clock;
  identity: Identity;
  signUp: "invite" | "open";
  database: Database;
  mailer: Mailer;
  vault: Vault;
  hub: EventHub;
  /** The location whose runner makes the checks of locations without one; null for none. */
  standIn: string | null;
  version: string;
  readiness: () => Promise<ReadinessReport>;
  isDraining: () => boolean;
  heartbeatMs?: number;
  manualCheckGraceMs?: number;
};

/** Every route there is: what is served, documented and tested is generated from this table. */
export function createRoutes(deps: RouteTableDeps): readonly Route[] {
  const { queue, standIn } = deps;
  const manualChecks = createManualChecks({
    queue,
    clock: deps.clock,
    ...(deps.manualCheckGraceMs !== undefined && { graceMs: deps.manualCheckGraceMs }),
  });
  return [
    ...monitorRoutes({ queue, standIn, manualChecks, vault: deps.vault }),
    ...locationRoutes({ queue, standIn }),
    ...variableRoutes(deps),
    ...organizationRoutes(),
    ...memberRoutes(),
    ...invitationRoutes(deps),
    ...peopleRoutes({ ...deps, sendsMail: deps.mailer.isConfigured }),
    ...apiKeyRoutes(),
    ...auditLogRoutes(),
    ...eventRoutes({
      hub: deps.hub,
      identity: deps.identity,
      ...(deps.heartbeatMs !== undefined && { heartbeatMs: deps.heartbeatMs }),
    }),
    ...healthRoutes(deps),
  ];
}
