import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { findSelectorErrors } from "../../../pipeline/selectors/queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { getTimezone } from "../organizations/service.ts";
import { listExportedTargets, ofIds } from "./queries.ts";

export type ExportContext = { db: Db; orgId: OrgId; clock: Clock };

const DAY_MS = 86_400_000;

type AskedRange = { from?: Date | undefined; to?: Date | undefined; time_zone?: string | undefined };
export type ExportRange = { fromMs: number; toMs: number; timezone: string };

export async function readExportRange(
  { db, orgId, clock }: ExportContext,
  { from, to, time_zone: timezone }: AskedRange,
  daysMax: number,
): Promise<ExportRange> {
  const toMs = to?.getTime() ?? clock.now();
  const fromMs = from?.getTime() ?? toMs - DAY_MS;
  if (fromMs >= toMs) throw badFields([{ path: "from", message: "must be before to" }]);
  if (toMs - fromMs > daysMax * DAY_MS)
    throw badFields([
      { path: "to", message: `must be at most ${daysMax} days after from; export the rest separately` },
    ]);
  return { fromMs, toMs, timezone: timezone ?? (await getTimezone(db, orgId)) };
}

/** Returns what selects the targets; throws not-found if there is no such target. */
export async function readExportSelector(
  { db, orgId }: ExportContext,
  { target_id: id, selector }: { target_id?: string | undefined; selector?: Selector | undefined },
): Promise<Selector> {
  if (id === undefined) {
    const errors = await findSelectorErrors(db, orgId, { before: null, after: selector ?? null });
    if (errors.length > 0) throw badFields(errors);
    return selector ?? {};
  }
  if (selector !== undefined)
    throw badFields([{ path: "selector", message: "cannot be combined with target_id; give only one" }]);
  const found = UUID_PATTERN.test(id)
    ? await listExportedTargets(db, orgId, { condition: ofIds([id]), afterId: null, limit: 1 })
    : [];
  if (found.length === 0) throw notFound("target");
  return { targets: [id] };
}
