import { apiMonitorUpdate } from "@vedette/contract/api-monitors/api-monitors.ts";
import { checkKind } from "@vedette/contract/checks/check-kinds.ts";
import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import type { CodePath } from "@vedette/contract/code/code-resources.ts";
import { CREATE_REQUESTS } from "@vedette/contract/code/validate-resource.ts";
import { heartbeatUpdate } from "@vedette/contract/heartbeats/heartbeats.ts";
import { journeyUpdate } from "@vedette/contract/journeys/journeys.ts";
import { monitorUpdate } from "@vedette/contract/targets/monitors.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { z } from "zod";
import { createTarget, deleteTarget, updateTarget } from "../../../pipeline/targets/lifecycle.ts";
import { listTargetRows } from "../../../pipeline/targets/queries.ts";
import type { TargetFields, TargetRow } from "../../../pipeline/targets/target-row.ts";
import type { TargetType } from "../../../pipeline/targets/target-type.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { API_MONITORS, type ApiMonitorFields } from "../../resources/api-monitors/api-monitor-type.ts";
import type { HeartbeatFields } from "../../resources/heartbeats/heartbeat-fields.ts";
import { HEARTBEATS } from "../../resources/heartbeats/heartbeat-type.ts";
import { JOURNEYS, type JourneyFields, otherLocations } from "../../resources/journeys/journey-type.ts";
import { createMonitorType, type MonitorFields } from "../../resources/monitors/monitor-type.ts";
import type { CodeContext } from "../code-context.ts";
import { asJson, type Fields, type Kind, type Live, mark, pick } from "./kind.ts";
import { sorted } from "./selector-form.ts";

/** Far above the number of targets of an organization; bounds a query. */
const ROWS_MAX = 100_000;

type Shape<Row extends TargetFields, Create, Update> = {
  type: TargetType<Row, Create, Update>;
  update: z.ZodType<Update>;
  /** The fields of the API besides those that all kinds of targets share. */
  own(fields: Row, ctx: CodeContext): Fields;
  secretAt?(row: Row, path: CodePath): string | null;
  /** Fields of the request that are kept if the document does not have them. */
  keep?(request: Fields, row: Row): Fields;
};

export function targetKinds(vault: Vault): Kind[] {
  return [
    targetKind({ type: createMonitorType(vault), update: monitorUpdate, own: ownMonitorFields }),
    targetKind({ type: API_MONITORS, update: apiMonitorUpdate, own: ownApiMonitorFields }),
    targetKind({ type: JOURNEYS, update: journeyUpdate, own: ownJourneyFields }),
    targetKind({
      type: HEARTBEATS,
      update: heartbeatUpdate,
      own: ownHeartbeatFields,
      secretAt: ({ push_token, ping_id }, [field]) => (field === "push_token" ? push_token : ping_id),
      // A new name would change the URLs that jobs ping.
      keep: (request, { slug }) => (request.slug == null ? { slug } : {}),
    }),
  ];
}

function targetKind<Row extends TargetFields, Create, Update extends object>(
  shape: Shape<Row, Create, Update>,
): Kind {
  const { type } = shape;
  const kind: CodeKind & TargetKind = type.kind;
  const rowsById = new WeakMap<Live, Row>();
  const read = (body: object) => CREATE_REQUESTS[kind].parse(body) as Create;
  return {
    kind,
    auditType: kind,
    async list(ctx, ids) {
      const query = { sort: "created_at", limit: ROWS_MAX, ...(ids && { ids }) } as const;
      const rows = await listTargetRows<Row & TargetRow>(ctx.db, ctx.orgId, type, { query, position: null });
      return rows.map((row) => {
        const live: Live = {
          id: row.id,
          name: row.name,
          fields: asJson({ ...commonFields(row), ...shape.own(row, ctx) }),
          secretAt: (path) => shape.secretAt?.(row, path) ?? null,
        };
        rowsById.set(live, row);
        return live;
      });
    },
    async normalize(ctx, { body }, live) {
      const row = live && rowsById.get(live);
      const fields = type.toFields(read({ ...body, ...(row && shape.keep?.(body, row)) }));
      return asJson({ ...commonFields(fields), ...shape.own(fields, ctx) });
    },
    async create(ctx, { body }) {
      const { id } = await createTarget(ctx, type, { input: read(body), availability: ctx.availability });
      return id;
    },
    async update(ctx, { id }, { names, wanted, request }) {
      const secrets = names.includes("push_token") && { push_token: request.body.push_token ?? null };
      const input = shape.update.parse({ ...pick(wanted, names), ...secrets });
      await updateTarget(ctx, type, { id, input, availability: ctx.availability });
    },
    remove: (ctx, id) => deleteTarget(ctx, type, id),
  };
}

function commonFields(fields: TargetFields): Fields {
  const { name, description, runbook_url, owner, group_id, tags, enabled, parents } = fields;
  return {
    ...{ name, description, runbook_url, owner, group_id, tags, enabled },
    parents: [...parents].sort(),
  };
}

function ownMonitorFields({ type, config, ...fields }: MonitorFields): Fields {
  const { locations, max_retries, interval_ms, timeout_ms } = fields;
  const own: Record<string, unknown> = {};
  for (const [name, { stored }] of Object.entries(checkKind(type).fields))
    own[name] = name in config ? config[name as keyof typeof config] : stored.parse(undefined);
  const { selector } = own as { selector?: Selector };
  return {
    ...own,
    ...(selector && { selector: sorted(selector) }),
    ...{ type, locations },
    retry: { count: max_retries, ...config.retry },
    interval: (interval_ms ?? 0) / 1_000,
    timeout: timeout_ms / 1_000,
  };
}

function ownApiMonitorFields(fields: ApiMonitorFields): Fields {
  const { locations, max_retries, variables, steps, interval_ms, timeout_ms } = fields;
  const interval = (interval_ms ?? 0) / 1_000;
  return { locations, max_retries, variables, steps, interval, timeout: timeout_ms / 1_000 };
}

function ownJourneyFields(fields: JourneyFields): Fields {
  const { primary_location, max_retries, steps, script, viewport, device, capture } = fields;
  return {
    ...{ primary_location, max_retries, steps, script, viewport, device, capture },
    locations: otherLocations(fields),
    interval_seconds: fields.interval_ms === null ? null : fields.interval_ms / 1_000,
    timeout_seconds: fields.timeout_ms / 1_000,
  };
}

function ownHeartbeatFields(fields: HeartbeatFields, { fingerprint }: CodeContext): Fields {
  const { slug, schedule, grace_seconds, max_runtime_seconds, methods, filters } = fields;
  const { body_bytes_max, paused_ping, push_token } = fields;
  return {
    ...{ slug, schedule, grace_seconds, max_runtime_seconds, methods, filters, body_bytes_max, paused_ping },
    push_token: push_token === null ? null : mark(fingerprint(push_token)),
  };
}
