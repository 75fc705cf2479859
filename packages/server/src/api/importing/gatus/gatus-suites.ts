import { API_STEPS_MAX } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { ApiStepInput } from "@vedette/contract/api-monitors/api-steps.ts";
import { escapeTemplate } from "@vedette/contract/variables/template.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { toVariableName } from "../import-variables.ts";
import { bodyPath } from "./body-path.ts";
import { conditionResult } from "./condition-assertion.ts";
import { endpointRequest } from "./endpoint-request.ts";
import { addAlerts } from "./gatus-alerts.ts";
import { commonFields, type GatusContext, secretOwner } from "./gatus-endpoints.ts";
import { endpointKey, gatusFlag, gatusSeconds, unknownFields } from "./gatus-values.ts";

/** Suites: endpoints that run one after the other with a common context, as the steps of an API monitor. */

const INTERVAL = { name: "interval", initial: 600, min: 1, max: 86_400 };
const TIMEOUT = { name: "timeout", initial: 300, min: 0.1, max: 300 };
const STEP_TIMEOUT = { name: "timeout of a step", initial: 10, min: 0.1, max: 300 };
const KNOWN = new Set(["name", "group", "enabled", "interval", "timeout", "context", "endpoints"]);
const KNOWN_STEP = new Set([
  ...[
    "name",
    "group",
    "url",
    "method",
    "body",
    "headers",
    "graphql",
    "conditions",
    "store",
    "always-run",
    "client",
  ],
  ...["alerts", "interval", "enabled"],
]);
const UNUSED_CLIENT = ["dns-resolver", "proxy-url", "network", "tunnel", "identity-aware-proxy"];
const CONTEXT = /\[CONTEXT\]\.([A-Za-z0-9_.-]*[A-Za-z0-9_-])/g;
const RANDOM = /\[RANDOM_STRING_\d+\]/g;

export function addSuite(given: unknown, context: GatusContext): void {
  const { builder, texts } = context;
  const suite = objectOf(given);
  const group = textOf(suite.group) ?? "";
  const name = texts.plain(textOf(suite.name) ?? "");
  const key = builder.reserveKey("api_monitor", endpointKey(group, name));
  const endpoints = listOf(suite.endpoints).map(objectOf);
  const reason = refusal(endpoints);
  if (reason !== null) {
    builder.notMade({ kind: "suite", key, name: name || key, reasons: [reason] });
    return;
  }
  const reasons = unknownFields(suite, KNOWN);
  const missing = texts.missingIn(endpoints.map(({ alerts: _alerts, ...checked }) => checked));
  for (const variable of missing)
    reasons.push(
      `The environment variable '${variable}' was not given: it is paused until you set the value.`,
    );
  const isMade = builder.add({
    kind: "api_monitor",
    key,
    name,
    fields: {
      ...commonFields(suite, context, reasons),
      enabled: gatusFlag(suite.enabled, true) && missing.length === 0,
      interval: gatusSeconds(suite.interval, INTERVAL, reasons),
      timeout: gatusSeconds(suite.timeout, TIMEOUT, reasons),
      max_retries: 0,
      variables: contextVariables(objectOf(suite.context), "", texts.plain.bind(texts)),
      steps: endpoints.map((endpoint) => toStep(endpoint, { context, owner: secretOwner(key), reasons })),
    },
    reasons,
  });
  if (!isMade) return;
  context.shown.push({ key, name, group });
  addStepAlerts({ endpoints, key, group, name }, context);
}

function refusal(endpoints: readonly DocumentObject[]): string | null {
  if (endpoints.length === 0) return "It has no endpoints.";
  if (endpoints.length > API_STEPS_MAX) return `It has more than ${API_STEPS_MAX} endpoints.`;
  const other = endpoints.find(
    ({ url, dns }) => isObject(dns) || !/^(?:https?:\/\/|\[CONTEXT\])/i.test(textOf(url) ?? ""),
  );
  return other === undefined
    ? null
    : "It has an endpoint that is not HTTP, and the steps of an API monitor are HTTP.";
}

/** Nested values get names with underscores: `user.id` is `user_id`. */
function contextVariables(
  values: DocumentObject,
  prefix: string,
  plain: (text: string) => string,
): Record<string, string> {
  const entries = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    if (isObject(value)) return Object.entries(contextVariables(value, path, plain));
    return [[toVariableName(path), plain(textOf(value) ?? JSON.stringify(value) ?? "")]];
  });
  return Object.fromEntries(entries);
}

type StepContext = { context: GatusContext; owner: string; reasons: string[] };

function toStep(endpoint: DocumentObject, { context, owner, reasons }: StepContext): ApiStepInput {
  const { texts, files } = context;
  const name = textOf(endpoint.name) ?? "";
  const about = (reason: string) => `Step '${name.slice(0, 100)}': ${reason}`;
  const own = unknownFields(endpoint, KNOWN_STEP);
  const client = objectOf(endpoint.client);
  for (const field of UNUSED_CLIENT)
    if (field in client) own.push(`The field '${field}' has no counterpart.`);
  if (!gatusFlag(endpoint.enabled, true)) own.push("It is disabled in Gatus and runs in the API monitor.");
  const { body, auth, ...request } = endpointRequest(endpoint, { texts, owner, files, reasons: own });
  const results = listOf(endpoint.conditions).flatMap((condition) => {
    const text = textOf(condition);
    return text === null ? [] : [conditionResult(text, "url")];
  });
  for (const { reason, isInverted, domainDays } of results) {
    if (reason !== undefined) own.push(reason);
    if (isInverted || domainDays !== undefined)
      own.push("A condition on [CONNECTED] or [DOMAIN_EXPIRATION] is not imported.");
  }
  const step = {
    ...request,
    name,
    url: withContext(request.url),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([header, text]) => [header, withContext(text)]),
    ),
    ...(body !== null && { body: withContext(body) }),
    ...(auth !== null && { auth }),
    timeout: gatusSeconds(client.timeout, STEP_TIMEOUT, own),
    assertions: results.flatMap(({ assertions }) => assertions.map(withContextValue)),
    extract: extractions(objectOf(endpoint.store), own),
    always_run: gatusFlag(endpoint["always-run"], false),
  };
  reasons.push(...own.map(about));
  // Guarantee behind the cast: the builder validates the steps.
  return step as ApiStepInput;
}

/** Replaces placeholders of the context by variables; other braces were escaped before. */
function withContext(text: string): string {
  return text
    .replaceAll(CONTEXT, (_, path: string) => `{{${toVariableName(path)}}}`)
    .replaceAll(RANDOM, "{{$uuid}}");
}

function withContextValue<T extends { value?: unknown }>(assertion: T): T {
  const { value } = assertion;
  if (typeof value === "string") return { ...assertion, value: withContext(escapeTemplate(value)) };
  if (!Array.isArray(value)) return assertion;
  return {
    ...assertion,
    value: value.map((each: unknown) =>
      typeof each === "string" ? withContext(escapeTemplate(each)) : each,
    ),
  };
}

type StepExtractions = NonNullable<ApiStepInput["extract"]>;

function extractions(store: DocumentObject, reasons: string[]): StepExtractions {
  return Object.entries(store).flatMap(([name, value]): StepExtractions => {
    const [, source, rest = ""] = /^\[([A-Z_]+)\](.*)$/.exec((textOf(value) ?? "").trim()) ?? [];
    const path = bodyPath(rest);
    if (source === "STATUS") return [{ name: toVariableName(name), source: "status_code" }];
    if (source === "BODY" && path === "$")
      return [{ name: toVariableName(name), source: "body_regex", expression: "^.*$" }];
    if (source === "BODY" && path !== null)
      return [{ name: toVariableName(name), source: "json_path", expression: path }];
    reasons.push(`The stored value '${name.slice(0, 100)}' has no counterpart.`);
    return [];
  });
}

type Owner = { endpoints: readonly DocumentObject[]; key: string; group: string; name: string };

/** Alerts of steps are about the whole API monitor. */
function addStepAlerts({ endpoints, key, group, name }: Owner, context: GatusContext): void {
  const unused = endpoints.flatMap(({ alerts }) => addAlerts({ key, group, alerts }, context));
  if (unused.length > 0) context.builder.notMade({ kind: "alert", key, name, reasons: unused });
}
