import type { CodeKind } from "./code-keys.ts";
import type { CodeCredential } from "./code-references.ts";
import { type CodePath, type CodeResource, isCredential, isObject } from "./code-resources.ts";
import {
  type OnCallResolver,
  toChannelConfigRequest,
  toLayersRequest,
  toStepsRequest,
} from "./on-call-requests.ts";

/** Converts a resource of a document to the create request of the API. */

/** What replaces references and credentials. Paths are inside of the resource. */
export type CodeResolver = OnCallResolver & {
  valueOf(credential: CodeCredential, path: CodePath): unknown;
};

export const TARGETS = ["monitor", "api_monitor", "journey", "heartbeat"] as const satisfies CodeKind[];

export type CodeRequest = {
  body: Record<string, unknown>;
  /** Of a status page, in their order; a component has the name of its group in `group`. */
  page?: { groups: Record<string, unknown>[]; components: Record<string, unknown>[] };
};

/** The fields that may contain credentials. */
const CREDENTIAL_FIELDS: Partial<Record<CodeKind, readonly string[]>> = {
  variable: ["value"],
  channel: ["config"],
  heartbeat: ["push_token", "ping_uuid"],
  status_page: ["password"],
};

/** The fields of the document in place of fields with IDs. */
export const REQUEST_FIELDS: Readonly<Record<string, string>> = {
  group: "group_id",
  parent: "parent_id",
  channels: "channel_ids",
  escalation_policy: "escalation_policy_id",
  slo: "slo_id",
  fallback_policy: "fallback_policy_id",
};

export function toCreateRequest({ kind, fields }: CodeResource, resolver: CodeResolver): CodeRequest {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const isSecret = CREDENTIAL_FIELDS[kind]?.includes(name) ?? false;
    const resolved = isSecret ? withValues(value, resolver, [name]) : value;
    body[REQUEST_FIELDS[name] ?? name] = withIds(name, resolved, resolver, [name]);
  }
  if (kind === "channel") body.config = toChannelConfigRequest(body.config, resolver);
  if (kind === "schedule") body.layers = toLayersRequest(body.layers, resolver);
  if (kind === "escalation_policy") body.steps = toStepsRequest(body.steps, resolver);
  // An SLO has a selector, in which a document says that it covers every target by leaving it out.
  if (kind === "slo") body.selector ??= {};
  if (kind !== "status_page") return { body };
  const { groups, components, ...page } = body;
  return { body: page, page: { groups: listOf(groups), components: toComponents(components, resolver) } };
}

function withIds(name: string, value: unknown, resolver: CodeResolver, path: CodePath): unknown {
  const listed = (kinds: readonly CodeKind[]) =>
    Array.isArray(value) ? value.map((each, nr) => resolver.idOf(each, kinds, [...path, nr])) : value;
  switch (name) {
    case "group":
    case "parent":
      return value == null ? value : resolver.idOf(value, ["group"], path);
    case "escalation_policy":
    case "fallback_policy":
      return value == null ? value : resolver.idOf(value, ["escalation_policy"], path);
    case "slo":
      return value == null ? value : resolver.idOf(value, ["slo"], path);
    case "parents":
    case "targets":
      return listed(TARGETS);
    case "channels":
      return listed(["channel"]);
    case "show_on":
      return listed(["status_page"]);
    case "selector":
      return withSelectorIds(value, resolver, path);
    default:
      return value;
  }
}

function withSelectorIds(selector: unknown, resolver: CodeResolver, path: CodePath): unknown {
  if (!isObject(selector)) return selector;
  const idsOf = (name: "targets" | "groups", kinds: readonly CodeKind[]) => {
    const listed = selector[name];
    if (!Array.isArray(listed)) return listed === undefined ? {} : { [name]: listed };
    return { [name]: listed.map((each, nr) => resolver.idOf(each, kinds, [...path, name, nr])) };
  };
  return { ...selector, ...idsOf("targets", TARGETS), ...idsOf("groups", ["group"]) };
}

/** Replaces the credentials in a value. */
function withValues(value: unknown, resolver: CodeResolver, path: CodePath): unknown {
  if (isCredential(value)) return resolver.valueOf(value, path);
  if (Array.isArray(value)) return value.map((each, nr) => withValues(each, resolver, [...path, nr]));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withValues(each, resolver, [...path, name])]),
  );
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Their position is that in the list. `group` stays the name of a group of the page. */
function toComponents(value: unknown, resolver: CodeResolver): Record<string, unknown>[] {
  return listOf(value).map((component, nr) =>
    Object.fromEntries(
      Object.entries(component).map(([name, each]) => {
        const isName = name === "group";
        return [name, isName ? each : withIds(name, each, resolver, ["components", nr, name])];
      }),
    ),
  );
}
