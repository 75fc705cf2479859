import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { viewportName } from "@vedette/contract/journeys/journey-names.ts";
import type { Baseline } from "@vedette/contract/journeys/journeys.ts";
import { actorId, audit } from "../../../pipeline/audit/audit.ts";
import { getTarget } from "../../../pipeline/targets/lifecycle.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import { artifactUrl } from "../artifacts/service.ts";
import { actorNames } from "../audit-log/service-names.ts";
import { JOURNEYS, type JourneyRequestContext, type JourneyRow } from "./journey-type.ts";
import {
  type BaselineRow,
  findRunLocation,
  listBaselines,
  lockScreenshot,
  upsertBaseline,
} from "./queries.ts";

/** The images that a journey's screenshots are compared with. The first run of a label sets its baseline. */

/** A journey has a few labels, each per location; baselines of former viewports and labels are kept. */
const BASELINES_MAX = 1_000;

export async function listBaselinesOf(ctx: JourneyRequestContext, id: string): Promise<Baseline[]> {
  const row = await getTarget<JourneyRow>(ctx, JOURNEYS, id);
  const rows = await listBaselines(ctx.db, ctx.orgId, { id: row.id, limit: BASELINES_MAX });
  return toBaselines(rows, ctx);
}

/**
 * Makes the screenshot of a run the baseline of its label, for the location of that run and the current
 * viewport of the journey.
 */
export async function acceptBaseline(
  ctx: JourneyRequestContext,
  { id, label, runId }: { id: string; label: string; runId: string },
): Promise<Baseline> {
  const { db, orgId, actor } = ctx;
  const journey = await getTarget<JourneyRow>(ctx, JOURNEYS, id);
  const run = UUID_PATTERN.test(runId) ? await findRunLocation(db, orgId, { id: journey.id, runId }) : null;
  if (!run) throw badFields([{ path: "run_id", message: "is not a run of this journey" }]);
  const screenshot = await lockScreenshot(db, orgId, { runId, label });
  if (!screenshot) throw badFields([{ path: "run_id", message: `has no screenshot labeled '${label}'` }]);
  const viewport = viewportName(journey);
  const named = { label, viewport, location: run.location };
  const row = await upsertBaseline(db, orgId, {
    ...named,
    ...screenshot,
    id: journey.id,
    runId,
    acceptedBy: actorId(actor),
    now: new Date(ctx.clock.now()),
  });
  if (!row) throw new Error(`the baseline '${label}' of journey ${id} was not written`);
  const after = { ...named, run_id: runId };
  await audit(ctx, {
    action: "journey.accept_baseline",
    target: { type: "journey", id: journey.id },
    after,
  });
  const [baseline] = await toBaselines([row], ctx);
  if (!baseline) throw new Error(`the baseline '${label}' of journey ${id} was not returned`);
  return baseline;
}

async function toBaselines(
  rows: readonly BaselineRow[],
  { db, orgId, serverUrl }: Pick<JourneyRequestContext, "db" | "orgId" | "serverUrl">,
): Promise<Baseline[]> {
  const nameOf = await actorNames(
    db,
    orgId,
    rows.map((row) => row.accepted_by),
  );
  return rows.map(({ artifact_id: artifactId, ...row }) => ({
    ...row,
    accepted_by_name: nameOf(row.accepted_by),
    accepted_at: row.accepted_at.toISOString(),
    image_url: artifactId === null ? null : artifactUrl(serverUrl, artifactId),
  }));
}
