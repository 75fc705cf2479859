import { alertChannelCreate } from "@vedette/contract/alerts/alert-channels.ts";
import { alertRuleCreate } from "@vedette/contract/alerts/alert-rules.ts";
import { maintenanceWindowCreate } from "@vedette/contract/alerts/maintenance-windows.ts";
import { apiMonitorCreate } from "@vedette/contract/api-monitors/api-monitors.ts";
import {
  codeChannelSchema,
  codeGroupSchema,
  codeRuleSchema,
  codeWindowSchema,
} from "@vedette/contract/code/code-alerting.ts";
import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import { codeStatusPageSchema } from "@vedette/contract/code/code-status-pages.ts";
import {
  codeApiMonitorSchema,
  codeHeartbeatSchema,
  codeJourneySchema,
  codeMonitorSchema,
} from "@vedette/contract/code/code-targets.ts";
import { heartbeatCreate } from "@vedette/contract/heartbeats/heartbeats.ts";
import { journeyCreate } from "@vedette/contract/journeys/journeys.ts";
import { statusPageCreate } from "@vedette/contract/status-pages/status-pages.ts";
import { groupCreate } from "@vedette/contract/targets/groups.ts";
import { monitorCreate } from "@vedette/contract/targets/monitors.ts";
import type { z } from "zod";

type Kind = Exclude<CodeKind, "variable">;

/** The schema in a document, that of the create request, and the fields that only the document has. */
const SCHEMAS: Record<Kind, { code: z.ZodType; create: z.ZodType; ofCode: readonly string[] }> = {
  group: { code: codeGroupSchema, create: groupCreate, ofCode: ["parent"] },
  channel: { code: codeChannelSchema, create: alertChannelCreate, ofCode: [] },
  monitor: { code: codeMonitorSchema, create: monitorCreate, ofCode: ["group", "parents"] },
  api_monitor: { code: codeApiMonitorSchema, create: apiMonitorCreate, ofCode: ["group", "parents"] },
  journey: { code: codeJourneySchema, create: journeyCreate, ofCode: ["group", "parents"] },
  heartbeat: { code: codeHeartbeatSchema, create: heartbeatCreate, ofCode: ["group", "parents"] },
  rule: { code: codeRuleSchema, create: alertRuleCreate, ofCode: ["on", "selector", "channels"] },
  status_page: { code: codeStatusPageSchema, create: statusPageCreate, ofCode: ["groups", "components"] },
  maintenance_window: {
    code: codeWindowSchema,
    create: maintenanceWindowCreate,
    ofCode: ["on", "selector", "show_on"],
  },
};

type Resource = {
  key: string;
  fields: Readonly<Record<string, unknown>>;
  /** Values of placeholders, by the path below the resource. */
  credentials: ReadonlyMap<string, string>;
};

/** Returns what is wrong with a resource, as sentences, by the schemas of the document and of the API. */
export function resourceErrors(kind: Kind, { key, fields, credentials }: Resource): string[] {
  const { code, create, ofCode } = SCHEMAS[kind];
  const request: Record<string, unknown> = {
    ...(kind === "status_page" ? { slug: key, title: key } : { name: key }),
  };
  for (const [name, value] of Object.entries(fields)) {
    if (!ofCode.includes(name)) request[name] = withValues(value, name, credentials);
  }
  return sentencesOf([code.safeParse(fields), create.safeParse(request)]);
}

function withValues(value: unknown, path: string, values: ReadonlyMap<string, string>): unknown {
  const known = values.get(path);
  if (known !== undefined) return known;
  if (Array.isArray(value)) return value.map((item, index) => withValues(item, `${path}/${index}`, values));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withValues(inner, `${path}/${name}`, values)]),
  );
}

function sentencesOf(results: readonly z.ZodSafeParseResult<unknown>[]): string[] {
  const sentences = results.flatMap(({ error }) =>
    (error?.issues ?? []).map(({ path, message }) =>
      path.length === 0 ? `It is not valid: ${message}.` : `The field '${path.join(".")}' ${message}.`,
    ),
  );
  return [...new Set(sentences)];
}
