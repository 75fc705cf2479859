import type { ApiMonitorImport } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { dataOf } from "../../../api/client.ts";
import { useApi } from "../../../app/session.tsx";

export type ImportFormat = "guess" | "curl" | "har" | "postman" | "openapi";

/** The document and its options. The browser keeps the document and sends it with each request. */
export type ImportOrder = {
  document: Blob;
  format: ImportFormat;
  name: string;
  /** Indexes of operations; null for all. */
  operations: readonly number[] | null;
  isDryRun: boolean;
  /** True also enables API monitors with steps that write. */
  isStarted: boolean;
};

/** The limit of the server. */
export const FILE_BYTES_MAX = 52_428_800;
/** Compressing a smaller document takes longer than sending it. */
const PACK_FROM_BYTES = 1_048_576;

export function useImport(): (order: ImportOrder) => Promise<ApiMonitorImport> {
  const api = useApi();
  return async (order) => {
    return dataOf(api.POST("/api/v1/api-monitors/import/file", { body: await formOf(order) }));
  };
}

async function formOf(order: ImportOrder): Promise<FormData> {
  const form = new FormData();
  if (order.format !== "guess") form.append("format", order.format);
  if (order.name.trim() !== "") form.append("name", order.name.trim());
  form.append("dry_run", String(order.isDryRun));
  if (order.isStarted) form.append("enabled", "true");
  if (order.operations) form.append("select", JSON.stringify({ operations: order.operations }));
  form.append("file", await compress(order.document), "document");
  return form;
}

/** JSON and YAML shrink to about a tenth. */
async function compress(document: Blob): Promise<Blob> {
  if (document.size < PACK_FROM_BYTES || !("CompressionStream" in window)) return document;
  return new Response(document.stream().pipeThrough(new CompressionStream("gzip"))).blob();
}
