import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import {
  IMPORT_ENV_BYTES_MAX,
  IMPORT_FILES_MAX,
  IMPORT_UPLOAD_BYTES_MAX,
} from "@vedette/contract/imports/import-limits.ts";
import {
  type ImportForm,
  type ImportResult,
  importForm,
  importParams,
  importResponse,
} from "@vedette/contract/imports/import-requests.ts";
import type { Database } from "../../platform/storage/database.ts";
import { type CodeContext, type CodeDeps, createCodeContextOf } from "../code/code-context.ts";
import { createKinds, type Kinds } from "../code/kinds/kinds.ts";
import type { DocumentImporter, ImportTurn } from "../importing/document-importer.ts";
import { defineForm, type RequestContext, type Route } from "../routing/define-route.ts";
import type { Form } from "../routing/form.ts";
import { ok } from "../routing/ok.ts";
import { applyImport } from "./apply-import.ts";
import { pauseTargets } from "./pause-targets.ts";
import { planImport } from "./plan-import.ts";
import { readFiles } from "./read-files.ts";
import { receiveFiles } from "./receive-files.ts";
import { storeHistory } from "./store-history.ts";

/** Imports from other monitoring tools: what is made is a project of monitoring as code, `import:<tool>`. */

export type ImportRouteDeps = CodeDeps & { importer: DocumentImporter };

/** Receiving half a gigabyte, reading it with its history, and storing 5,000 resources. */
const TIMEOUT_MS = 300_000;

export function importRoutes({ importer, ...deps }: ImportRouteDeps): Route[] {
  const applying = {
    contextOf: createCodeContextOf(deps),
    kinds: createKinds(deps.vault),
    database: deps.database,
  };
  return [
    defineForm({
      id: "importFiles",
      tag: "Imports",
      method: "POST",
      url: "/api/v1/import/:kind",
      summary: "Import monitors from another monitoring tool",
      description:
        "`multipart/form-data` with one or more `file`, at most 50 MiB together, or 512 MiB for Uptime Kuma; each may be " +
        "gzip-compressed. By default nothing is made and the response is 200: what would be made, what with differences, and what " +
        "cannot be made, with the reasons. `dry_run: false` makes everything in one transaction and returns 201. A second import " +
        "updates what the first one made; what is no longer in the file stays. Nothing in the files is executed or fetched. Only " +
        "one import of an organization runs at a time, another one is 429.",
      access: { scope: "admin", role: "member" },
      request: { params: importParams },
      form: {
        fields: importForm,
        fileBytesMax: IMPORT_UPLOAD_BYTES_MAX,
        fieldBytesMax: IMPORT_ENV_BYTES_MAX,
        filesMax: IMPORT_FILES_MAX,
      },
      response: importResponse,
      status: 201,
      otherwise: { status: 200, when: ({ data }) => data.dry_run },
      handlerTimeoutMs: TIMEOUT_MS,
      handler: async (ctx, { params }, form) => {
        const turn = importer.begin(ctx.orgId);
        try {
          return ok(await importFiles(ctx, form, { kind: params.kind, turn, applying }));
        } finally {
          turn.end();
        }
      },
    }),
  ];
}

type Importing = {
  kind: ImportKind;
  turn: ImportTurn;
  applying: { contextOf(ctx: RequestContext): CodeContext; kinds: Kinds; database: Database };
};

async function importFiles(
  ctx: RequestContext,
  form: Form<ImportForm>,
  { kind, turn, applying }: Importing,
): Promise<ImportResult> {
  const { fields, files } = await receiveFiles(form, { kind, turn });
  try {
    const read = await readFiles(files, { kind, fields, turn });
    turn.store();
    const document = fields.enabled ? read.document : pauseTargets(read.document);
    const planned = await planImport(applying.contextOf(ctx), applying.kinds, { ...read, document });
    const { project, report, document: made } = planned.imported;
    const result = { ...report, project, document: made, dry_run: fields.dry_run };
    if (fields.dry_run) return { ...result, changes: null, history_targets: 0 };
    const changes = await applyImport(ctx, planned, applying);
    const { history } = planned.imported;
    const histories = await storeHistory(ctx, applying.database, { kind, history, changes });
    return { ...result, changes, history_targets: histories };
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}
