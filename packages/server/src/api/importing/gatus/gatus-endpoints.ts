import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import { registrableDomain } from "../../../pipeline/domains/registrable-domain.ts";
import type { ImportBuilder } from "../building/import-builder.ts";
import type { RuleGroups } from "../building/rule-groups.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { conditionResult } from "./condition-assertion.ts";
import type { ImportedAssertion } from "./condition-result.ts";
import { endpointMonitor } from "./endpoint-monitor.ts";
import { addAlerts } from "./gatus-alerts.ts";
import type { GatusChannels } from "./gatus-channels.ts";
import { addWindows } from "./gatus-maintenance.ts";
import type { GatusTexts } from "./gatus-texts.ts";
import { endpointKey, gatusFlag, gatusSeconds, unknownFields } from "./gatus-values.ts";
import { hostOfUrl } from "./host-of-url.ts";

/** A target that a status page shows. */
export type ShownTarget = { key: string; name: string; group: string };

export type GatusContext = {
  builder: ImportBuilder;
  texts: GatusTexts;
  channels: GatusChannels;
  rules: RuleGroups;
  files: ReadonlyMap<string, string>;
  /** Receives the targets that are made, in the order of the file. */
  shown: ShownTarget[];
  /** Returns the key of a group; undefined without one. */
  groupKey: (name: string) => string | undefined;
};

const KNOWN = new Set([
  ...[
    "name",
    "group",
    "enabled",
    "url",
    "method",
    "conditions",
    "interval",
    "graphql",
    "body",
    "headers",
    "dns",
  ],
  ...["ssh", "alerts", "client", "ui", "extra-labels", "maintenance-windows"],
]);
const KNOWN_CLIENT = new Set([
  ...[
    "insecure",
    "ignore-redirect",
    "timeout",
    "dns-resolver",
    "oauth2",
    "proxy-url",
    "identity-aware-proxy",
  ],
  ...["tls", "network", "tunnel", "store-cookies"],
]);
const INTERVAL = { name: "interval", initial: 60, min: 1, max: 86_400 };
const TIMEOUT = { name: "timeout", initial: 10, min: 0.1, max: 300 };
const DOMAIN_INTERVAL = { name: "interval", initial: 43_200, min: 21_600, max: 86_400 };

/** Adds a monitor for an endpoint, with its alerts and maintenance windows. */
export function addEndpoint(given: unknown, context: GatusContext): void {
  const { builder, texts } = context;
  const endpoint = objectOf(given);
  const group = textOf(endpoint.group) ?? "";
  const name = texts.plain(textOf(endpoint.name) ?? "");
  const key = builder.reserveKey("monitor", endpointKey(group, name));
  const reasons = [
    ...unknownFields(endpoint, KNOWN),
    ...unknownFields(objectOf(endpoint.client), KNOWN_CLIENT),
  ];
  const monitor = endpointMonitor(endpoint, {
    texts,
    owner: secretOwner(key),
    files: context.files,
    reasons,
  });
  if (monitor.type === null) {
    builder.notMade({ kind: "endpoint", key, name: name || key, reasons: [monitor.reason] });
    return;
  }
  const { conditions, domainDays } = translateConditions(endpoint, monitor.type, reasons);
  const isPaused = pauseReasons(endpoint, context, reasons) || monitor.mustPause;
  const fields = {
    ...commonFields(endpoint, context, reasons),
    ...monitor.fields,
    type: monitor.type,
    enabled: gatusFlag(endpoint.enabled, true) && !isPaused,
    interval: gatusSeconds(endpoint.interval, INTERVAL, reasons),
    timeout: gatusSeconds(objectOf(endpoint.client).timeout, TIMEOUT, reasons),
    // Gatus does not retry within a check.
    retries: 0,
    ...ipFamily(endpoint),
    ...conditions,
  };
  if (!builder.add({ kind: "monitor", key, name, fields, reasons })) return;
  context.shown.push({ key, name, group });
  const unused = addAlerts({ key, group, alerts: endpoint.alerts }, context);
  if (unused.length > 0) builder.notMade({ kind: "alert", key, name, reasons: unused });
  addWindows(listOf(endpoint["maintenance-windows"]), { key, name }, context);
  if (domainDays !== null) addDomainMonitor({ endpoint, key, name, days: domainDays }, context);
}

/** Returns the start of the names of the secrets of a target. */
export function secretOwner(key: string): string {
  return `GATUS_${key.replace(/^_+/, "")}`;
}

/** Fields that endpoints, external endpoints and suites have. */
export function commonFields(
  item: DocumentObject,
  { groupKey }: GatusContext,
  reasons: string[],
): DocumentObject {
  const group = groupKey(textOf(item.group) ?? "");
  const labels = Object.entries(objectOf(item["extra-labels"])).map(
    ([name, value]) => `${name}:${textOf(value) ?? ""}`,
  );
  if (isObject(item.ui)) reasons.push("The display options in 'ui' have no counterpart.");
  return {
    ...(group !== undefined && { group }),
    ...(labels.length > 0 && { tags: labels }),
  };
}

/** Returns whether the endpoint cannot be checked yet, and adds why. */
function pauseReasons(endpoint: DocumentObject, { texts }: GatusContext, reasons: string[]): boolean {
  const client = objectOf(endpoint.client);
  // Alerts have channels of their own, and a check of SSH does not log in.
  const { alerts: _alerts, ssh: _login, ...checked } = endpoint;
  const missing = texts.missingIn(checked);
  for (const name of missing)
    reasons.push(`The environment variable '${name}' was not given: it is paused until you set the value.`);
  if (textOf(client["dns-resolver"]))
    reasons.push("The name is resolved by the system, not by 'dns-resolver'.");
  const tunnel = textOf(client.tunnel);
  if (tunnel !== null)
    reasons.push(
      `It was reached through the SSH tunnel '${tunnel}': it is paused until a runner there checks it.`,
    );
  return missing.length > 0 || tunnel !== null;
}

function ipFamily(endpoint: DocumentObject): DocumentObject {
  const network = textOf(objectOf(endpoint.client).network);
  if (network === "ip4") return { ip_family: 4 };
  return network === "ip6" ? { ip_family: 6 } : {};
}

type Conditions = { conditions: DocumentObject; domainDays: number | null };

function translateConditions(endpoint: DocumentObject, type: CheckType, reasons: string[]): Conditions {
  const texts = listOf(endpoint.conditions).flatMap((condition) => textOf(condition) ?? []);
  const results = texts.map((text) => conditionResult(text, type));
  for (const { reason } of results) if (reason !== undefined) reasons.push(reason);
  const assertions: ImportedAssertion[] = results.flatMap((result) => result.assertions);
  const isInverted = results.some((result) => result.isInverted);
  const days = results.flatMap(({ domainDays }) => domainDays ?? []);
  if (isInverted && results.length > 1)
    reasons.push("The check is inverted: it is up if any of its assertions fails.");
  // Without assertions a status of 400 or more would be down; Gatus accepts each.
  const acceptsAny = type === "url" && assertions.length === 0 && !isInverted;
  return {
    conditions: {
      ...(assertions.length > 0 && { assertions }),
      ...(acceptsAny && { accept_statuses: ["100-599"] }),
      ...(isInverted && (type === "tcp" ? { expect_closed: true } : { invert: true })),
    },
    domainDays: days.length === 0 ? null : Math.max(...days),
  };
}

type DomainRequest = { endpoint: DocumentObject; key: string; name: string; days: number };

/** The registration of a domain is a monitor of its own, which notifies like the endpoint. */
function addDomainMonitor(
  { endpoint, key: ofEndpoint, name, days }: DomainRequest,
  context: GatusContext,
): void {
  const { builder, texts } = context;
  const host = hostOfUrl(texts.plain(textOf(endpoint.url) ?? ""))?.host ?? "";
  const key = builder.reserveKey("monitor", `${ofEndpoint}-domain`);
  const reasons = ["The condition on the registration of the domain is a monitor of its own."];
  const interval = gatusSeconds(endpoint.interval, DOMAIN_INTERVAL, reasons);
  const isMade = builder.add({
    kind: "monitor",
    key,
    name: `${name} (domain)`,
    fields: {
      ...commonFields(endpoint, context, []),
      type: "domain",
      host: registrableDomain(host) ?? host,
      enabled: gatusFlag(endpoint.enabled, true),
      interval,
      assertions: [{ type: "domain_expiry", operator: "greater_than_or_equal", value: days }],
    },
    reasons,
  });
  if (isMade) addAlerts({ key, group: textOf(endpoint.group) ?? "", alerts: endpoint.alerts }, context);
}
