import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import {
  EXPORTERS_MAX,
  type ExporterCreate,
  type ExporterListQuery,
  type ExporterUpdate,
  type TelemetryExporter,
} from "@vedette/contract/telemetry/exporters.ts";
import { type AuditContext, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import { findSelectorErrors } from "../../../pipeline/selectors/queries.ts";
import { openHeaders, sealHeaders } from "../../../pipeline/telemetry/exporters/exporter-headers.ts";
import {
  countExporters,
  deleteExporter,
  type ExporterRow,
  type ExporterView,
  findExporter,
  insertExporter,
  listExporters,
  updateExporter,
} from "../../../pipeline/telemetry/exporters/queries.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";

/** Exporters of metrics and traces. Their headers are secrets: stored encrypted, and never returned. */

export type ExporterReadContext = Pick<AuditContext, "db" | "orgId">;

export async function listExporterPage(
  { db, orgId }: ExporterReadContext,
  query: ExporterListQuery,
): Promise<Page<TelemetryExporter>> {
  const rows = await listExporters(db, orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: data.map(toExporter), meta };
}

export async function getExporter(ctx: ExporterReadContext, id: string): Promise<TelemetryExporter> {
  return toExporter(await getExporterRow(ctx, { id, lock: false }));
}

export async function createExporter(
  ctx: AuditContext & { vault: Vault },
  input: ExporterCreate,
): Promise<TelemetryExporter> {
  const { db, orgId } = ctx;
  if ((await countExporters(db, orgId)) >= EXPORTERS_MAX) {
    throw new AppError("BAD_REQUEST", `There are ${EXPORTERS_MAX} exporters, the maximum. Delete one first.`);
  }
  const selector = input.selector ?? null;
  await assertSelector(ctx, { before: null, after: selector });
  const now = new Date(ctx.clock.now());
  const [id, version, headers] = [newId(now.getTime()), 1, input.headers ?? {}];
  const row: ExporterRow = {
    ...{ id, org_id: orgId, name: input.name, endpoint: input.endpoint },
    header_names: Object.keys(headers),
    encrypted_headers: await sealHeaders(ctx, { orgId, id, version }, headers),
    ...{ version, sends_metrics: input.metrics, sends_traces: input.traces, sample: input.sample, selector },
    ...{ enabled: input.enabled, created_at: now, updated_at: now },
  };
  await insertExporter(db, row);
  const target = { type: "telemetry_exporter", id } as const;
  await audit(ctx, { action: "telemetry_exporter.create", target, after: toLog(row) });
  return getExporter(ctx, id);
}

/** Updates the given fields; `headers` replaces all headers. Writes nothing if no field changes. */
export async function changeExporter(
  ctx: AuditContext & { vault: Vault },
  id: string,
  input: ExporterUpdate,
): Promise<TelemetryExporter> {
  const { db, orgId } = ctx;
  const before = await getExporterRow(ctx, { id, lock: true });
  const selector = input.selector === undefined ? before.selector : input.selector;
  await assertSelector(ctx, { before: before.selector, after: selector });
  const after: ExporterRow = {
    ...before,
    ...(await headersAfter(ctx, before, input)),
    name: input.name ?? before.name,
    endpoint: input.endpoint ?? before.endpoint,
    sends_metrics: input.metrics ?? before.sends_metrics,
    sends_traces: input.traces ?? before.sends_traces,
    sample: input.sample ?? before.sample,
    enabled: input.enabled ?? before.enabled,
    ...{ selector, updated_at: new Date(ctx.clock.now()) },
  };
  if (!after.sends_metrics && !after.sends_traces)
    throw badFields([
      { path: "metrics", message: "or traces must be true; set enabled to false to send nothing" },
    ]);
  const changed = changedFields(toLog(before), toLog(after));
  if (after.version === before.version && !changed) return toExporter(before);
  await updateExporter(db, orgId, after);
  await audit(ctx, {
    action: "telemetry_exporter.update",
    target: { type: "telemetry_exporter", id },
    ...(changed ?? { before: toLog(before), after: toLog(after) }),
  });
  return getExporter(ctx, id);
}

export async function removeExporter(ctx: AuditContext, id: string): Promise<void> {
  const row = UUID_PATTERN.test(id) ? await deleteExporter(ctx.db, ctx.orgId, id) : null;
  if (!row) throw notFound("telemetry exporter");
  const target = { type: "telemetry_exporter", id } as const;
  await audit(ctx, { action: "telemetry_exporter.delete", target, before: toLog(row) });
}

export async function getExporterRow(
  { db, orgId }: ExporterReadContext,
  { id, lock }: { id: string; lock: boolean },
): Promise<ExporterView> {
  const row = UUID_PATTERN.test(id) ? await findExporter(db, orgId, { id, lock }) : null;
  if (!row) throw notFound("telemetry exporter");
  return row;
}

async function headersAfter(
  ctx: ExporterReadContext & { vault: Vault },
  { id, version, encrypted_headers: encrypted }: ExporterRow,
  { headers }: ExporterUpdate,
): Promise<Partial<ExporterRow>> {
  if (headers === undefined) return {};
  const { orgId } = ctx;
  const before = await openHeaders(ctx, { orgId, id, version }, encrypted);
  if (JSON.stringify(before) === JSON.stringify(headers)) return {};
  return {
    header_names: Object.keys(headers),
    encrypted_headers: await sealHeaders(ctx, { orgId, id, version: version + 1 }, headers),
    version: version + 1,
  };
}

async function assertSelector(
  { db, orgId }: ExporterReadContext,
  selectors: { before: Selector | null; after: Selector | null },
): Promise<void> {
  const errors = await findSelectorErrors(db, orgId, selectors);
  if (errors.length > 0) throw badFields(errors);
}

function toExporter(row: ExporterView): TelemetryExporter {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...{ id: row.id, name: row.name, endpoint: row.endpoint, header_names: row.header_names },
    ...{ metrics: row.sends_metrics, traces: row.sends_traces, sample: row.sample },
    ...{ selector: row.selector, enabled: row.enabled },
    delivery: {
      ...{
        last_sent_at: iso(row.last_sent_at),
        last_error: row.last_error,
        last_error_at: iso(row.last_error_at),
      },
      ...{
        traces_sent: row.traces_sent,
        traces_waiting: row.traces_waiting,
        traces_dropped: row.traces_dropped,
        spans_rejected: row.spans_rejected,
      },
      ...{
        points_sent: row.points_sent,
        points_dropped: row.points_dropped,
        requests_retried: row.requests_retried,
      },
    },
    ...{ created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() },
  };
}

function toLog(row: ExporterRow) {
  const {
    name,
    endpoint,
    header_names,
    sends_metrics: metrics,
    sends_traces: traces,
    sample,
    selector,
    enabled,
  } = row;
  return { name, endpoint, header_names, metrics, traces, sample, selector, enabled };
}
