import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Drill } from "@vedette/contract/on-call/drills.ts";
import { type AuditContext, audit } from "../../../pipeline/audit/audit.ts";
import { startDrill } from "../../../pipeline/on-call/drills/start-drill.ts";
import { AppError, notFound } from "../../../platform/kernel/errors.ts";
import { getPolicy } from "../escalation-policies/service.ts";
import { listDrillEscalations, viewEscalations } from "../escalation-policies/service-escalations.ts";
import { acknowledgeDrillPage, listAcknowledgements } from "./queries.ts";

/** Fire drills of escalation policies. `pipeline/on-call/` runs them. */

type ReadContext = Pick<AuditContext, "db" | "orgId">;

/** The newest; older ones are in the audit log. */
const DRILLS_MAX = 20;

export async function startPolicyDrill(ctx: AuditContext, policyId: string): Promise<Drill> {
  const policy = await getPolicy(ctx, policyId);
  const id = await startDrill(ctx.db, { orgId: ctx.orgId, policyId: policy.id, nowMs: ctx.clock.now() });
  if (id === null) {
    throw new AppError(
      "BAD_REQUEST",
      "A fire drill of this policy is running. Wait until it has ended, then start another one.",
    );
  }
  const drill = await getDrill(ctx, { policyId, id });
  await audit(ctx, {
    action: "escalation_policy.start_drill",
    target: { type: "escalation_policy", id: policy.id },
    after: { drill_id: id },
  });
  return drill;
}

export async function listDrills(ctx: ReadContext, policyId: string): Promise<Drill[]> {
  const { id } = await getPolicy(ctx, policyId);
  return readDrills(ctx, { policyId: id, id: null });
}

export async function getDrill(ctx: ReadContext, { policyId, id }: DrillKey): Promise<Drill> {
  const known = UUID_PATTERN.test(policyId) && UUID_PATTERN.test(id);
  const [drill] = known ? await readDrills(ctx, { policyId, id }) : [];
  if (drill === undefined) throw notFound("fire drill");
  return drill;
}

type DrillKey = { policyId: string; id: string };

/** Records that the drill reached the caller. The messages of the drill link to the page with this button. */
export async function acknowledgeDrill(ctx: AuditContext, key: DrillKey): Promise<Drill> {
  const { actor, db, orgId, clock } = ctx;
  if (actor.kind !== "member") throw new Error("an API key reached the acknowledgement of a drill");
  await getDrill(ctx, key);
  const now = new Date(clock.now());
  await acknowledgeDrillPage(db, orgId, { drillId: key.id, personId: actor.personId, now });
  const drill = await getDrill(ctx, key);
  if (drill.acknowledgements.some(({ person_id }) => person_id === actor.personId)) return drill;
  throw new AppError("BAD_REQUEST", "This fire drill did not notify you, so you cannot acknowledge it.");
}

async function readDrills(
  ctx: ReadContext,
  { policyId, id }: { policyId: string; id: string | null },
): Promise<Drill[]> {
  const rows = await listDrillEscalations(ctx, { policyId, id, limit: DRILLS_MAX });
  const escalations = await viewEscalations(ctx, rows);
  const acknowledged = Map.groupBy(
    await listAcknowledgements(
      ctx.db,
      ctx.orgId,
      rows.map((row) => row.id),
    ),
    (row) => row.escalation_id,
  );
  return escalations.map((escalation) => ({
    id: escalation.id,
    escalation,
    acknowledgements: (acknowledged.get(escalation.id) ?? []).map(({ person_id, name, at }) => ({
      ...{ person_id, name, at: at.toISOString() },
    })),
  }));
}
