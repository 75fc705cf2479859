import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { SLOS_MAX } from "@vedette/contract/slos/slo-limits.ts";
import type { SloPreviewRequest, SloReport } from "@vedette/contract/slos/slo-report.ts";
import type { Slo, SloCreate, SloListQuery, SloUpdate } from "@vedette/contract/slos/slos.ts";
import { type AuditContext, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import { findSelectorErrors, withNestedGroups } from "../../../pipeline/selectors/queries.ts";
import { listSelectables } from "../../../pipeline/selectors/selectables.ts";
import { selects } from "../../../pipeline/selectors/selects.ts";
import { measureSlo } from "../../../pipeline/slos/measure-slo.ts";
import { toDefinition } from "../../../pipeline/slos/queries.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { getTimezone } from "../organizations/service.ts";
import { findLatencyErrors, sloCreateFields, sloUpdateFields } from "./definition.ts";
import * as rows from "./queries.ts";

/** SLOs: their rules. `pipeline/slos/` measures them. */

type ReadContext = Pick<AuditContext, "db" | "orgId" | "clock">;

export async function listSloPage(ctx: ReadContext, query: SloListQuery): Promise<Page<Slo>> {
  const found = await rows.listSlos(ctx.db, ctx.orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(found, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: await toViews(ctx, data), meta };
}

export async function getSlo(ctx: ReadContext, id: string): Promise<Slo> {
  const [view] = await toViews(ctx, [await getRow(ctx, id)]);
  return view ?? Promise.reject(new Error("an SLO was not shown"));
}

/** Measures an SLO over its window. */
export async function getSloReport(ctx: ReadContext, id: string): Promise<SloReport> {
  const row = await getRow(ctx, id);
  return { ...(await measureSlo(ctx.db, toDefinition(row), ctx.clock.now())), slo_id: row.id };
}

/** Measures an SLO that is not stored. */
export async function previewSlo(ctx: ReadContext, input: SloPreviewRequest): Promise<SloReport> {
  const { db, orgId, clock } = ctx;
  const timezone = await getTimezone(db, orgId);
  const fields = sloCreateFields({ ...input, name: "", description: "" }, { timezone });
  await assertValid(ctx, { before: null, after: fields });
  return measureSlo(db, toDefinition({ ...fields, org_id: orgId }), clock.now());
}

export async function createSlo(ctx: AuditContext, input: SloCreate): Promise<Slo> {
  const { db, orgId, clock } = ctx;
  await rows.lockSlos(db, orgId);
  if ((await rows.countSlos(db, orgId)) >= SLOS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `There are ${SLOS_MAX.toLocaleString("en")} SLOs, the maximum. Delete one before you create another.`,
    );
  const fields = sloCreateFields(input, { timezone: await getTimezone(db, orgId) });
  await assertValid(ctx, { before: null, after: fields });
  const now = new Date(clock.now());
  const id = newId(now.getTime());
  await rows.saveSlo(db, { ...fields, id, org_id: orgId, created_at: now, updated_at: now });
  await audit(ctx, { action: "slo.create", target: targetOf(id), after: fields });
  return getSlo(ctx, id);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function changeSlo(
  ctx: AuditContext,
  { id, input }: { id: string; input: SloUpdate },
): Promise<Slo> {
  const { db, orgId, clock } = ctx;
  await rows.lockSlos(db, orgId);
  const row = await getRow(ctx, id);
  const before = fieldsOf(row);
  const fields = sloUpdateFields(before, input);
  await assertValid(ctx, { before, after: fields });
  if (isSame<rows.SloFields>(before, fields)) return getSlo(ctx, id);
  const updated_at = new Date(Math.max(clock.now(), row.updated_at.getTime() + 1));
  await rows.saveSlo(db, { ...fields, id: row.id, org_id: orgId, created_at: row.created_at, updated_at });
  if (!isSame<object>(measuredOf(before), measuredOf(fields))) await rows.deleteFigures(db, orgId, row.id);
  await audit(ctx, {
    ...{ action: "slo.update", target: targetOf(row.id) },
    ...changedFields(before, fields),
  });
  return getSlo(ctx, id);
}

/** How many of the rules about an SLO are named if it cannot be deleted. */
const NAMED_MAX = 5;

/** An SLO that a rule is about stays, because the rule would never alert again. */
export async function removeSlo(ctx: AuditContext, id: string): Promise<void> {
  const { db, orgId } = ctx;
  await rows.lockSlos(db, orgId);
  const row = await getRow(ctx, id);
  const named = await rows.listRulesOfSlo(db, orgId, { id: row.id, limit: NAMED_MAX });
  if (named.length > 0)
    throw new AppError(
      "BAD_REQUEST",
      `The SLO is used by ${named.map(({ name }) => `rule "${name}"`).join(", ")}` +
        `${row.rule_count > NAMED_MAX ? " and others" : ""}. Delete ${row.rule_count > 1 ? "these rules" : "this rule"} first.`,
    );
  await rows.deleteSlo(db, orgId, row.id);
  await audit(ctx, { action: "slo.delete", target: targetOf(row.id), before: fieldsOf(row) });
}

async function assertValid(
  { db, orgId }: ReadContext,
  { before, after }: { before: rows.SloFields | null; after: rows.SloFields },
): Promise<void> {
  const errors = [
    ...findLatencyErrors(after),
    ...(await findSelectorErrors(db, orgId, { before: before?.selector ?? null, after: after.selector })),
  ];
  if (errors.length > 0) throw badFields(errors);
}

async function getRow({ db, orgId }: ReadContext, id: string): Promise<rows.SloRow> {
  const row = UUID_PATTERN.test(id) ? await rows.findSlo(db, orgId, id) : null;
  if (row === null) throw notFound("SLO");
  return row;
}

async function toViews({ db, orgId }: ReadContext, found: readonly rows.SloRow[]): Promise<Slo[]> {
  const targets = found.length === 0 ? [] : await listSelectables(db, orgId);
  const nested = await withNestedGroups(db, found);
  return found.map((row, index) => {
    const selector = nested[index]?.selector ?? row.selector;
    return toSlo(row, targets.filter((target) => selects(selector, target)).length);
  });
}

function toSlo(row: rows.SloRow, targetCount: number): Slo {
  const { measured_at: at, state, attainment, budget_left_percentage, problem } = row;
  return {
    ...{ id: row.id, org_id: row.org_id, ...fieldsOf(row) },
    target_count: targetCount,
    rule_count: row.rule_count,
    measured:
      at === null || state === null
        ? null
        : { at: at.toISOString(), state, attainment, budget_left_percentage, problem },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function fieldsOf(row: rows.SloFields): rows.SloFields {
  const { name, description, selector, objective, window, timezone, sli, latency_ms, exclude_maintenance } =
    row;
  return { name, description, selector, objective, window, timezone, sli, latency_ms, exclude_maintenance };
}

/** The fields that figures depend on. */
function measuredOf({ name: _name, description: _description, ...measured }: rows.SloFields) {
  return measured;
}

function targetOf(id: string) {
  return { type: "slo", id } as const;
}
