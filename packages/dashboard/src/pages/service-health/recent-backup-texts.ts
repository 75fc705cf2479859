import type { RecentBackup } from "@vedette/contract/service-health/service-health.ts";
import { spanText } from "../../format.ts";
import { mebibytesText } from "./health-texts.ts";

/** What the table of backups says of one. Pure. */

export function backupOutcomeText({ status, seconds }: Pick<RecentBackup, "status" | "seconds">): string {
  if (status === "running" || seconds === null) return "Running";
  const took = spanText(seconds * 1_000);
  return status === "succeeded" ? `Complete in ${took}` : `Failed after ${took}`;
}

export function backupTriggerText({ trigger }: Pick<RecentBackup, "trigger">): string {
  return trigger === "nightly" ? "Nightly backup" : "Command";
}

export function backupSizeText({
  bytes,
  with_results,
}: Pick<RecentBackup, "bytes" | "with_results">): string {
  if (bytes === null) return "–";
  return with_results ? mebibytesText(bytes) : `${mebibytesText(bytes)}, without results`;
}
