import type { z } from "zod";
import { alertChannelCreate } from "../alerts/alert-channels.ts";
import { alertRuleCreate } from "../alerts/alert-rules.ts";
import { maintenanceWindowCreate } from "../alerts/maintenance-windows.ts";
import { apiMonitorCreate } from "../api-monitors/api-monitors.ts";
import { parseWithIssues } from "../common/field-errors.ts";
import { heartbeatCreate } from "../heartbeats/heartbeats.ts";
import { journeyCreate } from "../journeys/journeys.ts";
import { escalationPolicyCreate } from "../on-call/escalation-policies.ts";
import { scheduleCreate } from "../on-call/schedules.ts";
import { sloCreate } from "../slos/slos.ts";
import { pageComponentCreate, pageGroupCreate } from "../status-pages/page-components.ts";
import { statusPageCreate } from "../status-pages/status-pages.ts";
import { groupCreate } from "../targets/groups.ts";
import { monitorCreate } from "../targets/monitors.ts";
import { variableCreate } from "../variables/variables.ts";
import type { CodeKind } from "./code-keys.ts";
import { type CodeError, type CodePath, type CodeResource, pathOf } from "./code-resources.ts";
import { type CodeResolver, REQUEST_FIELDS, toCreateRequest } from "./to-create-request.ts";

/** The create requests that resources become. */
export const CREATE_REQUESTS = {
  variable: variableCreate,
  group: groupCreate,
  channel: alertChannelCreate,
  schedule: scheduleCreate,
  escalation_policy: escalationPolicyCreate,
  monitor: monitorCreate,
  api_monitor: apiMonitorCreate,
  journey: journeyCreate,
  heartbeat: heartbeatCreate,
  slo: sloCreate,
  rule: alertRuleCreate,
  status_page: statusPageCreate,
  maintenance_window: maintenanceWindowCreate,
} as const satisfies Record<CodeKind, z.ZodType>;

/**
 * Validates a resource as the API validates its create request. The resolver returns placeholders; values of credentials
 * are not known, so errors about them are left out.
 */
export function validateResource(resource: CodeResource, resolver: CodeResolver): CodeError[] {
  const unknownValues: CodePath[] = [];
  const { body, page } = toCreateRequest(resource, {
    ...resolver,
    valueOf(credential, path) {
      unknownValues.push(path);
      return resolver.valueOf(credential, path);
    },
  });
  const errors = [
    ...errorsOf(CREATE_REQUESTS[resource.kind], body, []),
    ...(page ? pageErrors(page) : []),
  ].filter(({ path }) => !unknownValues.some((place) => place.every((part, nr) => part === path[nr])));
  return errors.map(({ path, message }) => ({ path: pathOf(resource, path), message }));
}

function pageErrors({
  groups,
  components,
}: {
  groups: Record<string, unknown>[];
  components: Record<string, unknown>[];
}): CodeError[] {
  const names = new Set(groups.map(({ name }) => name));
  const repeated = groups.flatMap(({ name }, nr) => {
    const isFirst = groups.findIndex((group) => group.name === name) === nr;
    const message = `'${String(name)}' is the name of another group of the page`;
    return isFirst ? [] : [{ path: ["groups", nr, "name"], message }];
  });
  return [
    ...groups.flatMap((group, nr) => errorsOf(pageGroupCreate, group, ["groups", nr])),
    ...repeated,
    ...components.flatMap(({ group, ...component }, nr) => [
      ...errorsOf(pageComponentCreate, component, ["components", nr]),
      ...(group == null || names.has(group)
        ? []
        : [{ path: ["components", nr, "group"], message: `'${String(group)}' is not a group of the page` }]),
    ]),
  ];
}

const DOCUMENT_FIELDS = new Map(Object.entries(REQUEST_FIELDS).map(([written, field]) => [field, written]));

function errorsOf(schema: z.ZodType, data: unknown, at: CodePath): CodeError[] {
  const { issues } = parseWithIssues(schema, data);
  return (issues ?? []).map(({ path, message }) => {
    const [first, ...rest] = path.map((part) => (typeof part === "number" ? part : String(part)));
    const named = first === undefined ? [] : [DOCUMENT_FIELDS.get(String(first)) ?? first];
    return { path: [...at, ...named, ...rest], message };
  });
}
