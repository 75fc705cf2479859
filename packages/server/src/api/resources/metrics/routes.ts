import { createGunzip } from "node:zlib";
import {
  type MetricNames,
  type TargetMetricsQuery,
  targetMetricsQuery,
} from "@vedette/contract/telemetry/metrics-query.ts";
import { defineStream, type Route } from "../../routing/define-route.ts";
import type { MetricsAnswers } from "./answers/metrics-answers.ts";
import { BLACKBOX_FAMILIES, blackboxLabels } from "./families/blackbox.ts";
import { GATUS_FAMILIES, gatusLabels } from "./families/gatus.ts";
import { KUMA_FAMILIES, kumaLabels } from "./families/kuma.ts";
import { VEDETTE_FAMILIES, vedetteLabels } from "./families/vedette.ts";
import type { Family, LabelsOf } from "./family.ts";
import { CONTENT_TYPES, formatOf, type MetricsFormat } from "./render.ts";

export type MetricsRouteDeps = { answers: MetricsAnswers };

export function metricsRoutes({ answers }: MetricsRouteDeps): Route[] {
  return [
    defineStream({
      id: "getTargetMetrics",
      tag: "Telemetry",
      method: "GET",
      url: "/api/v1/metrics",
      summary: "Get metrics of targets for Prometheus",
      description:
        "Returns the current figures of targets in the Prometheus text format, or as OpenMetrics if `Accept` names it. " +
        "Figures are at most ten seconds old. Counters never reset: they survive restarts and the deletion of results.",
      access: { scope: "read", role: "viewer" },
      request: { query: targetMetricsQuery },
      contentType: "text/plain",
      async stream(ctx, { query }, reply) {
        const { accept, "accept-encoding": encodings } = reply.request.headers;
        const format = formatOf(accept);
        const limit = ctx.actor.kind === "key" ? ctx.actor.selector : null;
        const request = { orgId: ctx.orgId, limit, selector: selectorOf(query), ...namesOf(query), format };
        const compressed = await answers.read(ctx.db, request);
        reply.type(CONTENT_TYPES[format]).header("vary", "Accept, Accept-Encoding");
        if (/(^|[\s,])gzip\s*(,|$)/.test(encodings?.toString() ?? "")) {
          await reply.header("content-encoding", "gzip").send(compressed);
          return;
        }
        await reply.send(createGunzip().end(compressed));
      },
    }),
  ];
}

function selectorOf({ tag, group }: TargetMetricsQuery) {
  return { ...(tag && { tags: { any: tag } }), ...(group && { groups: group }) };
}

const COMPATIBLE: Record<MetricNames, { families: readonly Family[]; labelsOf: LabelsOf }> = {
  blackbox: { families: BLACKBOX_FAMILIES, labelsOf: blackboxLabels },
  kuma: { families: KUMA_FAMILIES, labelsOf: kumaLabels },
  gatus: { families: GATUS_FAMILIES, labelsOf: gatusLabels },
};

function namesOf({ compat, histograms }: TargetMetricsQuery): Omit<MetricsFormat, "format"> {
  if (compat) return { names: compat, ...COMPATIBLE[compat] };
  const isWithout = histograms === "false";
  const families = isWithout ? VEDETTE_FAMILIES.filter(({ type }) => type !== "histogram") : VEDETTE_FAMILIES;
  return { names: isWithout ? "without histograms" : "", families, labelsOf: vedetteLabels };
}
