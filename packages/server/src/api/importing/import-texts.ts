import type { ImportKind } from "@vedette/contract/imports/imports.ts";
import { AppError, badFields } from "../../platform/kernel/errors.ts";
import { importHealthchecks } from "./healthchecks/import-healthchecks.ts";
import type { ImportedFile, UploadedFile } from "./imported-file.ts";
import { importList } from "./pasted/import-list.ts";
import { importUptimeRobot } from "./uptimerobot/import-uptimerobot.ts";

/** Tools whose files are texts; a database is read by a process of its own. */
export type TextImportKind = Exclude<ImportKind, "kuma">;

export type TextImport = {
  kind: TextImportKind;
  files: readonly UploadedFile[];
  /** Values of environment variables that the files refer to. */
  env: Readonly<Record<string, string>>;
};

type Importer = (input: Omit<TextImport, "kind">) => ImportedFile;

const IMPORTERS: Partial<Record<TextImportKind, Importer>> = {
  healthchecks: ({ files }) => importHealthchecks(files),
  uptimerobot: ({ files }) => importUptimeRobot(files),
  list: ({ files }) => importList(files),
};

/** Imports files of another monitoring tool. Throws an error that is about the form field `file`. */
export function importTexts({ kind, ...input }: TextImport): ImportedFile {
  try {
    const importer = IMPORTERS[kind];
    if (!importer) throw badFields([{ path: "kind", message: "is not supported" }]);
    return importer(input);
  } catch (error) {
    if (!(error instanceof AppError) || !error.details) throw error;
    // The parsers that importers share name the field of other routes.
    throw badFields(
      error.details.map((detail) => ({ ...detail, path: "file" })),
      error,
    );
  }
}
