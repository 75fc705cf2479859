import {
  INCIDENTS_MAX,
  type PageProblem,
  type Severity,
  type SupplierComponent,
  type SupplierIncident,
  type SupplierPage,
  shortName,
} from "./supplier-page.ts";

/**
 * Reads `summary.json` (or `status.json`, which has no components) as Atlassian's Statuspage serves it. Pure.
 * Source: the API documentation that every such page has at /api.
 */

const INDICATORS: Readonly<Record<string, Severity>> = {
  none: "up",
  minor: "degraded",
  major: "down",
  critical: "down",
  maintenance: "degraded",
};

const COMPONENT_STATUSES: Readonly<Record<string, Severity>> = {
  operational: "up",
  degraded_performance: "degraded",
  under_maintenance: "degraded",
  partial_outage: "down",
  major_outage: "down",
};

/** Of the largest pages known, Cloudflare's has about 350. */
const COMPONENTS_MAX = 5_000;

export function readSummary(text: string): SupplierPage | PageProblem {
  const document = parseJson(text);
  const status = objectAt(document, "status");
  const indicator = textAt(status, "indicator");
  if (indicator === null) return { problem: "is JSON, but not a summary.json as of Statuspage" };
  const severity = severityOf(INDICATORS, indicator);
  if (severity === null) return { problem: `has an unknown indicator, '${shortName(indicator)}'` };
  const components = listAt(document, "components");
  return {
    status: indicator,
    severity,
    components: components === null ? null : components.slice(0, COMPONENTS_MAX).flatMap(toComponent),
    incidents: (listAt(document, "incidents") ?? []).slice(0, INCIDENTS_MAX).flatMap(toIncident),
  };
}

function toComponent(each: unknown): SupplierComponent[] {
  const [id, name, status] = [textAt(each, "id"), textAt(each, "name"), textAt(each, "status")];
  const severity = status === null ? null : severityOf(COMPONENT_STATUSES, status);
  if (name === null || status === null || severity === null) return [];
  return [{ id: id ?? "", name: shortName(name), status, severity }];
}

/** The page lists open incidents only, but some servers that imitate it list all. */
const CLOSED = new Set(["resolved", "postmortem", "completed"]);

function toIncident(each: unknown): SupplierIncident[] {
  const name = textAt(each, "name");
  if (name === null || CLOSED.has(textAt(each, "status") ?? "")) return [];
  const components = listAt(each, "components");
  return [
    {
      name: shortName(name),
      severity: severityOf(INDICATORS, textAt(each, "impact") ?? "") ?? "down",
      components: components?.flatMap((one) => [textAt(one, "id") ?? "", textAt(one, "name") ?? ""]) ?? null,
    },
  ];
}

function severityOf(known: Readonly<Record<string, Severity>>, word: string): Severity | null {
  return Object.hasOwn(known, word) ? (known[word] ?? null) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function valueAt(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function objectAt(value: unknown, name: string): object | null {
  const found = valueAt(value, name);
  return typeof found === "object" ? found : null;
}

function textAt(value: unknown, name: string): string | null {
  const found = valueAt(value, name);
  return typeof found === "string" ? found : null;
}

function listAt(value: unknown, name: string): unknown[] | null {
  const found = valueAt(value, name);
  return Array.isArray(found) ? found : null;
}
