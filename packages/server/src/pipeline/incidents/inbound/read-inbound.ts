import type { IncidentSeverity } from "@vedette/contract/incidents/incident-limits.ts";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { z } from "zod";

/**
 * Reads the webhooks of other products. Pure. Alertmanager and Grafana send groups of alerts in nearly the same shape
 * (sources: prometheus.io/docs/alerting/latest/configuration, webhook_config; grafana.com/docs, webhook notifier);
 * anything else is read as the generic shape. Texts are cut, because the sender decides their length.
 */
export type InboundEvent = {
  product: NonNullable<Incident["inbound"]>["product"];
  dedupKey: string;
  isResolved: boolean;
  title: string;
  severity: IncidentSeverity;
  description: string;
  /** An http or https URL; null otherwise. */
  url: string | null;
  /** When it started, as far as the sender says. */
  startedAtMs: number | null;
};

const TITLE_MAX = 200;
const DESCRIPTION_MAX = 10_000;
const KEY_MAX = 500;
const ALERTS_MAX = 1_000;

const text = z.string().optional().catch(undefined);
const labels = z.record(z.string(), z.string()).catch({});

const alertGroup = z.object({
  status: z.enum(["firing", "resolved"]),
  groupKey: z.string().min(1),
  alerts: z
    .array(
      z.object({
        status: text,
        labels,
        annotations: labels,
        startsAt: text,
        generatorURL: text,
        fingerprint: text,
      }),
    )
    .max(ALERTS_MAX),
  groupLabels: labels,
  commonLabels: labels,
  commonAnnotations: labels,
  externalURL: text,
  title: text,
  message: text,
  orgId: z.number().optional().catch(undefined),
});

const generic = z.object({
  title: z.string().trim().min(1, "is required").max(TITLE_MAX),
  status: z.enum(["firing", "resolved"]).default("firing"),
  dedup_key: z.string().min(1).max(KEY_MAX).optional(),
  severity: z.string().max(50).optional(),
  description: z.string().max(DESCRIPTION_MAX).optional(),
  url: z.string().max(2_000).optional(),
  started_at: z.iso.datetime({ offset: true }).optional(),
});

export type InboundFault = { path: string; message: string };

export function readInbound(body: unknown): { event: InboundEvent } | { faults: InboundFault[] } {
  const group = alertGroup.safeParse(body);
  if (group.success) return { event: readGroup(group.data) };
  const parsed = generic.safeParse(body);
  if (parsed.success) return { event: readGeneric(parsed.data) };
  const faults = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return { faults };
}

function readGroup(group: z.output<typeof alertGroup>): InboundEvent {
  const isGrafana = group.title !== undefined && group.orgId !== undefined;
  const { commonLabels, commonAnnotations, groupLabels } = group;
  const first = group.alerts[0];
  const name = commonLabels.alertname ?? groupLabels.alertname ?? first?.labels.alertname ?? "Alert";
  const summary = commonAnnotations.summary ?? first?.annotations.summary;
  const lines = group.alerts.map(({ status, labels: own, annotations }) =>
    [status ?? group.status, own.alertname, own.instance, annotations.summary ?? annotations.description]
      .filter((part) => part !== undefined && part !== "")
      .join(" · "),
  );
  const starts = group.alerts.flatMap(({ startsAt }) => toMs(startsAt));
  return {
    product: isGrafana ? "grafana" : "alertmanager",
    dedupKey: cut(group.groupKey, KEY_MAX),
    isResolved: group.status === "resolved",
    title: cut(oneLine(summary ?? (isGrafana ? group.title : undefined) ?? name) || "Alert", TITLE_MAX),
    severity: severityOf(commonLabels.severity ?? first?.labels.severity),
    description: cut(lines.join("\n"), DESCRIPTION_MAX),
    url: webUrl(first?.generatorURL) ?? webUrl(group.externalURL),
    startedAtMs: starts.length > 0 ? Math.min(...starts) : null,
  };
}

function readGeneric(input: z.output<typeof generic>): InboundEvent {
  return {
    product: "generic",
    dedupKey: input.dedup_key ?? input.title,
    isResolved: input.status === "resolved",
    title: oneLine(input.title) || "Alert",
    severity: severityOf(input.severity),
    description: input.description ?? "",
    url: webUrl(input.url),
    startedAtMs: toMs(input.started_at)[0] ?? null,
  };
}

const CRITICAL = new Set(["critical", "page", "emergency", "fatal", "p1", "sev1"]);
const MINOR = new Set(["minor", "warning", "warn", "info", "low", "p3", "p4", "sev3", "sev4"]);

/** Products have no common words for it. */
function severityOf(word: string | undefined): IncidentSeverity {
  const lower = word?.toLowerCase() ?? "";
  if (CRITICAL.has(lower)) return "critical";
  return MINOR.has(lower) ? "minor" : "major";
}

/** Alertmanager writes the year 1 for an unknown time. */
function toMs(instant: string | undefined): number[] {
  const ms = instant === undefined ? Number.NaN : Date.parse(instant);
  return Number.isFinite(ms) && ms > 0 ? [ms] : [];
}

function webUrl(url: string | undefined): string | null {
  if (url === undefined || url.length > 2_000 || !URL.canParse(url)) return null;
  return ["http:", "https:"].includes(new URL(url).protocol) ? url : null;
}

function oneLine(value: string): string {
  return value.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

function cut(value: string, max: number): string {
  return value.slice(0, max).toWellFormed();
}
