import { useQuery } from "@tanstack/react-query";
import type { ApiMonitorImport, ImportProgress } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
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
const PROGRESS_EVERY_MS = 700;

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

const PHASES: Record<ImportProgress["phase"], string> = {
  idle: "Uploading …",
  receiving: "Uploading …",
  waiting: "Waiting …",
  reading: "Reading …",
  converting: "Converting …",
  storing: "Saving …",
};

/** The label of the current phase of the import; polled while `isUnderWay`. */
export function useImportPhase(isUnderWay: boolean): string {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.other("api-monitors", "import-progress"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/api-monitors/import", { signal })),
    enabled: isUnderWay,
    refetchInterval: PROGRESS_EVERY_MS,
    gcTime: 0,
  });
  if (!isUnderWay || !data) return PHASES.idle;
  const isLargeUpload = data.phase === "receiving" && data.bytes_received > PACK_FROM_BYTES;
  return isLargeUpload
    ? `Uploading … ${(data.bytes_received / 1_048_576).toFixed(0)} MiB`
    : PHASES[data.phase];
}
