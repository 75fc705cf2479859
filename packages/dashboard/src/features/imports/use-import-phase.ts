import { useQuery } from "@tanstack/react-query";
import type { ImportProgress } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { t } from "../../language/t.ts";

/** A smaller upload has no need for a figure. */
const LARGE_BYTES = 1_048_576;
const PROGRESS_EVERY_MS = 700;

const PHASES: Record<ImportProgress["phase"], string> = {
  idle: t("Uploading …"),
  receiving: t("Uploading …"),
  waiting: t("Waiting …"),
  reading: t("Reading …"),
  converting: t("Converting …"),
  storing: t("Saving …"),
};

/** The label of the current phase of the import of the organization; polled while `isUnderWay`. */
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
  const isLargeUpload = data.phase === "receiving" && data.bytes_received > LARGE_BYTES;
  return isLargeUpload
    ? t("Uploading … {fixed} MiB", { fixed: (data.bytes_received / 1_048_576).toFixed(0) })
    : PHASES[data.phase];
}
