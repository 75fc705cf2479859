import type { Readable } from "node:stream";
import {
  incidentExportQuery,
  resultExportQuery,
  uptimeExportQuery,
} from "@vedette/contract/reports/export-queries.ts";
import { EXPORT_DAYS_MAX } from "@vedette/contract/reports/report-limits.ts";
import { defineStream, type Route, type StreamRoute } from "../../routing/define-route.ts";
import { incidentLines } from "./incident-lines.ts";
import { resultLines } from "./result-lines.ts";
import { CsvStreams } from "./stream-csv.ts";
import { uptimeLines } from "./uptime-lines.ts";

const tag = "Exports";
const contentType = "text/csv";
const reading = { scope: "read", role: "viewer" } as const;

const FORM =
  "CSV as in RFC 4180 with a header, streamed. Times are in UTC and, in the columns `…_local`, in `time_zone`. A text that a " +
  "spreadsheet would take as a formula has an apostrophe before it. A response without its end is incomplete.";

export function exportRoutes(): Route[] {
  const streams = new CsvStreams();
  return [
    defineStream({
      id: "exportResults",
      tag,
      method: "GET",
      url: "/api/v1/results.csv",
      summary: "Export results as CSV",
      description: `Results of all kinds of targets by target and location, oldest first; at most ${EXPORT_DAYS_MAX.results} days. ${FORM}`,
      access: reading,
      request: { query: resultExportQuery },
      contentType,
      stream: async (ctx, { query }, reply) =>
        sendCsv(reply, "results.csv", streams.open(ctx, await resultLines(ctx, query))),
    }),
    defineStream({
      id: "exportIncidents",
      tag,
      method: "GET",
      url: "/api/v1/incidents.csv",
      summary: "Export incidents as CSV",
      description: `Incidents that opened in at most ${EXPORT_DAYS_MAX.incidents} days, newest first. ${FORM}`,
      access: reading,
      request: { query: incidentExportQuery },
      contentType,
      stream: async (ctx, { query }, reply) =>
        sendCsv(reply, "incidents.csv", streams.open(ctx, await incidentLines(ctx, query))),
    }),
    defineStream({
      id: "exportUptime",
      tag,
      method: "GET",
      url: "/api/v1/uptime.csv",
      summary: "Export uptime by day as CSV",
      description: `One line for each target and day of \`time_zone\`, at most ${EXPORT_DAYS_MAX.uptime} days. ${FORM}`,
      access: reading,
      request: { query: uptimeExportQuery },
      contentType,
      stream: async (ctx, { query }, reply) =>
        sendCsv(reply, "uptime.csv", streams.open(ctx, await uptimeLines(ctx, query))),
    }),
  ];
}

type Reply = Parameters<StreamRoute["stream"]>[2];

async function sendCsv(reply: Reply, fileName: string, body: Readable): Promise<void> {
  await reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(body);
}
