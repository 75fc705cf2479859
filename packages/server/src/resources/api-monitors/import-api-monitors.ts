import type { ApiMonitorImport, ApiMonitorImportInput } from "@vedette/contract/api-monitor-import.ts";
import { apiMonitorCreate } from "@vedette/contract/api-monitors.ts";
import { importApiMonitors } from "../../importing/import-api-monitors.ts";
import type { OrgStaff } from "../../locations/place.ts";
import { type ApiMonitorContext, createApiMonitor } from "./service.ts";

/** Says what a document of another tool would become, or makes all of it in the caller's transaction. */
export async function importDocument(
  ctx: ApiMonitorContext,
  input: ApiMonitorImportInput,
  staff: OrgStaff,
): Promise<ApiMonitorImport> {
  const { dry_run: isDryRun } = input;
  const imported = importApiMonitors(input);
  const created: string[] = [];
  for (const draft of isDryRun ? [] : imported.api_monitors) {
    created.push((await createApiMonitor(ctx, apiMonitorCreate.parse(draft), staff)).id);
  }
  return { ...imported, dry_run: isDryRun, created };
}
