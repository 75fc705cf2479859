import type {
  ApiMonitorImport,
  ApiMonitorImportForm,
  ApiMonitorImportInput,
} from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { apiMonitorCreate } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { OrgRunnerAvailability } from "../../../engine/locations/work-queue.ts";
import type { DocumentImporter, ImportTurn } from "../../importing/document-importer.ts";
import type { ImportedMonitors } from "../../importing/import-api-monitors.ts";
import type { RequestContext } from "../../routing/define-route.ts";
import type { Form } from "../../routing/form.ts";
import { createApiMonitor } from "./service.ts";

/** Says what a document of another tool would become, or makes all of it in one transaction. */

type Answer = { success: true; data: ApiMonitorImport };
type Importing = { importer: DocumentImporter; staff: OrgRunnerAvailability };

export function importDocument(
  ctx: RequestContext,
  { content, ...order }: ApiMonitorImportInput,
  { importer, staff }: Importing,
): Promise<Answer> {
  return inTurn(ctx, importer, async (turn) =>
    answerWith(ctx, await turn.read(order, { text: content }), { turn, staff, isDryRun: order.dry_run }),
  );
}

/** The same for a document that is sent as a file. */
export function importFile(
  ctx: RequestContext,
  form: Form<ApiMonitorImportForm>,
  { importer, staff }: Importing,
): Promise<Answer> {
  return inTurn(ctx, importer, async (turn) => {
    const { fields: order, file } = await form.receive({
      take: turn.receive,
      undo: (taken) => taken.close(),
    });
    try {
      const source = { fd: file.fd, bytes: file.bytes };
      return await answerWith(ctx, await turn.read(order, source), { turn, staff, isDryRun: order.dry_run });
    } finally {
      await file.close();
    }
  });
}

async function inTurn(
  { orgId }: RequestContext,
  importer: DocumentImporter,
  work: (turn: ImportTurn) => Promise<Answer>,
): Promise<Answer> {
  const turn = importer.begin(orgId);
  try {
    return await work(turn);
  } finally {
    turn.end();
  }
}

async function answerWith(
  ctx: RequestContext,
  imported: ImportedMonitors,
  { turn, staff, isDryRun }: { turn: ImportTurn; staff: OrgRunnerAvailability; isDryRun: boolean },
): Promise<Answer> {
  return ctx.inTransaction(async (within) => {
    const created: string[] = [];
    if (!isDryRun) turn.store();
    for (const draft of isDryRun ? [] : imported.api_monitors) {
      created.push((await createApiMonitor(within, apiMonitorCreate.parse(draft), staff)).id);
    }
    return { success: true, data: { ...imported, dry_run: isDryRun, created } };
  });
}
