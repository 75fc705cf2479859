import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { DAY_MS } from "../../../results/rollups/rollup.ts";
import { expiryVerdict } from "../../evaluation/expiry-verdict.ts";
import { AlertCollector } from "../alert-collector.ts";
import type { PreviewDeps } from "../prepare-preview.ts";
import { type PreviewRequest, sinceMsOf } from "../preview-request.ts";
import { replayResults } from "../replay-results.ts";
import { listDomainEnds } from "./queries.ts";

type ExpiryRequest = PreviewRequest & { condition: Extract<RuleCondition, { type: "expiry" }> };
type PreviewAlert = Preview["alerts"][number];

/**
 * Finds the alerts of a rule of the type `expiry`, and when they notify. Certificates are those of the stored results.
 * Of a domain only the present end is known, so an alert before a renewal is not found.
 */
export async function previewExpiry(deps: PreviewDeps, request: ExpiryRequest): Promise<Preview> {
  const { subject, days } = request.condition.params;
  const preview =
    subject === "domain"
      ? await previewDomains(deps, request)
      : await replayResults(deps, {
          ...request,
          condition: { type: "ssl_expiry", params: { days: Math.max(...days) } },
        });
  return { ...preview, alerts: preview.alerts.map((alert) => withSteps(alert, days, request.nowMs)) };
}

async function previewDomains({ db }: PreviewDeps, request: ExpiryRequest): Promise<Preview> {
  const { orgId, targets, condition, timing, nowMs } = request;
  const { days } = condition.params;
  const ends = await listDomainEnds(
    db,
    orgId,
    targets.map(({ id }) => id),
  );
  const byId = new Map(ends.map((row) => [row.id, row]));
  const found = new AlertCollector();
  for (const target of targets) {
    const end = byId.get(target.id);
    if (end === undefined) continue;
    const expiry = { atMs: end.expires_at.getTime(), facts: { domain: end.domain } };
    const openMs = expiry.atMs - Math.max(...days) * DAY_MS + timing.confirmMs;
    if (openMs > nowMs || openMs < sinceMsOf(request)) continue;
    const { figures } = expiryVerdict(days, expiry, openMs);
    const evidence = { location: null, result_id: null, run_id: null, error: null, ...figures };
    found.add({ target, openMs, resolvedMs: null, evidence });
  }
  return { days: request.days, precision: "results", total: found.total, alerts: found.list(nowMs) };
}

/** Adds when an alert notifies: when it opens, and at each further step until it resolves. */
function withSteps(alert: PreviewAlert, days: readonly number[], nowMs: number): PreviewAlert {
  const { triggered_at: opened, resolved_at: resolved, evidence } = alert;
  const [openMs, endMs] = [Date.parse(opened), resolved === null ? nowMs : Date.parse(resolved)];
  const expiresMs = Date.parse(evidence.expires_at ?? opened);
  const step = Math.min(...days.filter((each) => expiresMs - openMs <= each * DAY_MS));
  const later = days
    .filter((each) => each < step)
    .map((each) => expiresMs - each * DAY_MS)
    .filter((atMs) => atMs <= endMs)
    .sort((a, b) => a - b);
  return {
    ...alert,
    evidence: { ...evidence, threshold: step },
    notified_at: [openMs, ...later].map((atMs) => new Date(atMs).toISOString()),
  };
}
