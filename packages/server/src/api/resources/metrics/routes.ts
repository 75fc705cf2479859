import { Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import {
  type MetricNames,
  type TargetMetricsQuery,
  targetMetricsQuery,
} from "@vedette/contract/telemetry/metrics-query.ts";
import type { FiguresCache } from "../../../pipeline/telemetry/figures/figures-cache.ts";
import { defineStream, type Route } from "../../routing/define-route.ts";
import { BLACKBOX_FAMILIES, blackboxLabels } from "./families/blackbox.ts";
import { GATUS_FAMILIES, gatusLabels } from "./families/gatus.ts";
import { KUMA_FAMILIES, kumaLabels } from "./families/kuma.ts";
import { VEDETTE_FAMILIES, vedetteLabels } from "./families/vedette.ts";
import type { Family, LabelsOf } from "./family.ts";
import { CONTENT_TYPES, formatOf, renderMetrics } from "./render.ts";

export type MetricsRouteDeps = { figures: FiguresCache };

export function metricsRoutes({ figures }: MetricsRouteDeps): Route[] {
  return [
    defineStream({
      id: "getTargetMetrics",
      tag: "Telemetry",
      method: "GET",
      url: "/api/v1/metrics",
      summary: "Get metrics of targets for Prometheus",
      description:
        "Returns the current figures of targets in the Prometheus text format, or as OpenMetrics if `Accept` names it. " +
        "TelemetryFigures are at most ten seconds old. Counters never reset: they survive restarts and the deletion of results.",
      access: { scope: "read", role: "viewer" },
      request: { query: targetMetricsQuery },
      contentType: "text/plain",
      async stream(ctx, { query }, reply) {
        const selector = selectorOf(query);
        const { targets } = await figures.read(ctx.db, { orgId: ctx.orgId, selector });
        const { accept, "accept-encoding": encodings } = reply.request.headers;
        const format = formatOf(accept);
        const text = Readable.from(renderMetrics(targets, { ...namesOf(query), format }), {
          objectMode: false,
        });
        reply.type(CONTENT_TYPES[format]).header("vary", "Accept, Accept-Encoding");
        if (!/(^|[\s,])gzip\s*(,|$)/.test(encodings?.toString() ?? "")) {
          await reply.send(text);
          return;
        }
        // Samples repeat their labels: the fastest level shrinks them to a fifteenth.
        const gzip = createGzip({ level: constants.Z_BEST_SPEED });
        text.on("error", (error) => gzip.destroy(error)).pipe(gzip);
        await reply.header("content-encoding", "gzip").send(gzip);
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

function namesOf({ compat, histograms }: TargetMetricsQuery): {
  families: readonly Family[];
  labelsOf: LabelsOf;
} {
  if (compat) return COMPATIBLE[compat];
  const families =
    histograms === "false" ? VEDETTE_FAMILIES.filter(({ type }) => type !== "histogram") : VEDETTE_FAMILIES;
  return { families, labelsOf: vedetteLabels };
}
