import type {
  ApiMonitorImport,
  ApiMonitorImportForm,
  ApiMonitorImportInput,
} from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { apiMonitorCreate } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { createTarget } from "../../../pipeline/targets/lifecycle.ts";
import type { DocumentImporter, ImportTurn } from "../../importing/document-importer.ts";
import type { ImportedMonitors } from "../../importing/import-api-monitors.ts";
import type { RequestContext } from "../../routing/define-route.ts";
import type { Form } from "../../routing/form.ts";
import { API_MONITORS } from "./api-monitor-type.ts";

/** Imports documents of other tools: previews the result, or creates everything in one transaction. */

type ImportResponse = { success: true; data: ApiMonitorImport };
type ImportDeps = { importer: DocumentImporter; availability: OrgRunnerAvailability };

export function importDocument(
  ctx: RequestContext,
  { content, ...options }: ApiMonitorImportInput,
  { importer, availability }: ImportDeps,
): Promise<ImportResponse> {
  return withImportTurn(ctx, importer, async (turn) =>
    respondWith(ctx, await turn.read(options, { text: content }), {
      turn,
      availability,
      isDryRun: options.dry_run,
    }),
  );
}

/** Imports a document that is uploaded as a file. */
export function importFile(
  ctx: RequestContext,
  form: Form<ApiMonitorImportForm>,
  { importer, availability }: ImportDeps,
): Promise<ImportResponse> {
  return withImportTurn(ctx, importer, async (turn) => {
    const { fields: options, file } = await form.receive({
      take: (received) => turn.receive(received),
      undo: (taken) => taken.close(),
    });
    try {
      const source = { fd: file.fd, bytes: file.bytes };
      return await respondWith(ctx, await turn.read(options, source), {
        turn,
        availability,
        isDryRun: options.dry_run,
      });
    } finally {
      await file.close();
    }
  });
}

async function withImportTurn(
  { orgId }: RequestContext,
  importer: DocumentImporter,
  work: (turn: ImportTurn) => Promise<ImportResponse>,
): Promise<ImportResponse> {
  const turn = importer.begin(orgId);
  try {
    return await work(turn);
  } finally {
    turn.end();
  }
}

async function respondWith(
  ctx: RequestContext,
  imported: ImportedMonitors,
  {
    turn,
    availability,
    isDryRun,
  }: { turn: ImportTurn; availability: OrgRunnerAvailability; isDryRun: boolean },
): Promise<ImportResponse> {
  return ctx.inTransaction(async (transactionCtx) => {
    const created: string[] = [];
    if (!isDryRun) turn.store();
    for (const draft of isDryRun ? [] : imported.api_monitors) {
      const input = apiMonitorCreate.parse(draft);
      created.push((await createTarget(transactionCtx, API_MONITORS, { input, availability })).id);
    }
    return { success: true, data: { ...imported, dry_run: isDryRun, created } };
  });
}
