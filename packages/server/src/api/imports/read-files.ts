import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import type { ImportForm } from "@vedette/contract/imports/import-requests.ts";
import type { ImportTurn } from "../importing/document-importer.ts";
import type { ImportedFile } from "../importing/imported-file.ts";
import { findKumaFiles } from "../importing/kuma/import-kuma.ts";
import type { ReceivedUpload } from "./receive-files.ts";

type Reading = { kind: ImportKind; fields: ImportForm; turn: ImportTurn };

/** Converts the files of a tool, in a thread or a process that ends if it takes too long. */
export async function readFiles(
  files: readonly ReceivedUpload[],
  { kind, fields, turn }: Reading,
): Promise<ImportedFile> {
  if (kind === "kuma") {
    const sources = await findKumaFiles(files.map(({ fd, bytes }) => ({ fd, bytes })));
    return turn.readKuma(sources, { history: fields.history });
  }
  const opened = files.map(({ path, fd, bytes }) => ({ path, fd, bytes }));
  return turn.readTexts({ kind, files: opened, env: fields.env ?? {} });
}
