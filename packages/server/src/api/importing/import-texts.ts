import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import { AppError, badFields } from "../../platform/kernel/errors.ts";
import { importBlackbox } from "./blackbox/import-blackbox.ts";
import { decodeText } from "./building/decode-text.ts";
import { importCheckly } from "./checkly/import-checkly.ts";
import { importGatus } from "./gatus/import-gatus.ts";
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

const IMPORTERS: Readonly<Record<TextImportKind, Importer>> = {
  gatus: ({ files, env }) => importGatus({ files: files.map(toText), env }),
  checkly: ({ files }) => importCheckly(onlyText(files)),
  blackbox: ({ files }) => importBlackbox({ files: files.map(toText) }),
  healthchecks: ({ files }) => importHealthchecks(files),
  uptimerobot: ({ files }) => importUptimeRobot(files),
  list: ({ files }) => importList(files),
};

/** Imports files of another monitoring tool. Throws an error that is about the form field `file`. */
export function importTexts({ kind, ...input }: TextImport): ImportedFile {
  try {
    return IMPORTERS[kind](input);
  } catch (error) {
    if (!(error instanceof AppError) || !error.details) throw error;
    // The parsers that importers share name the field of other routes.
    throw badFields(
      error.details.map(({ path, message }) => ({ path: path === "content" ? "file" : path, message })),
      error,
    );
  }
}

function toText({ path, bytes }: UploadedFile): { path: string; text: string } {
  return { path, text: decodeText(bytes) };
}

function onlyText(files: readonly UploadedFile[]): string {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0)
    throw badFields([{ path: "file", message: "must be one file" }]);
  return decodeText(file.bytes);
}
