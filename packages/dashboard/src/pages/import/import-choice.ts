import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import {
  IMPORT_FILES_MAX,
  IMPORT_TEXTS_BYTES_MAX,
  IMPORT_UPLOAD_BYTES_MAX,
} from "@vedette/contract/imports/import-limits.ts";

import {
  SCHEDULE_IMPORT_FILES_MAX,
  SCHEDULE_IMPORT_LENGTH_MAX,
  SCHEDULE_IMPORT_TOOLS,
  type ScheduleImportTool,
} from "@vedette/contract/on-call/schedule-import-limits.ts";
import { t } from "../../language/t.ts";

/** What the user chose. The browser keeps the files and sends them with each request. */
export type ImportChoice = {
  kind: ImportKind | ScheduleImportTool;
  files: readonly File[];
  /** The pasted list. */
  text: string;
  /** Lines such as `TOKEN=…`. */
  env: string;
  withHistory: boolean;
  isPaused: boolean;
};

export const NO_SOURCE: ImportChoice = {
  kind: "kuma",
  files: [],
  text: "",
  env: "",
  withHistory: false,
  isPaused: false,
};

/** The path of a file below the folder that was chosen with it. */
export function pathInFolder(file: File): string {
  const [, ...parts] = file.webkitRelativePath.split("/");
  return parts.length > 0 ? parts.join("/") : file.name;
}

/** Returns why the files cannot be sent, or null. */
export function sourceError({ kind, files, text }: ImportChoice): string | null {
  if (files.length === 0 && text.trim() === "") return t("Choose a file first.");
  const isOnCall = SCHEDULE_IMPORT_TOOLS.some((tool) => tool === kind);
  const filesMax = isOnCall ? SCHEDULE_IMPORT_FILES_MAX : IMPORT_FILES_MAX;
  if (files.length > filesMax) return t("Choose at most {filesMax} files.", { filesMax });
  if (isOnCall) {
    const length = files.reduce((sum, { size }) => sum + size, 0);
    return length > SCHEDULE_IMPORT_LENGTH_MAX
      ? t("The files are larger than {max} kB together. Import them in parts.", {
          max: SCHEDULE_IMPORT_LENGTH_MAX / 1_000,
        })
      : null;
  }
  const bytesMax = kind === "kuma" ? IMPORT_UPLOAD_BYTES_MAX : IMPORT_TEXTS_BYTES_MAX;
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return bytes > bytesMax
    ? t("The files are larger than {max} MiB together.", { max: bytesMax / 1_048_576 })
    : null;
}

export function formOf(source: ImportChoice, isDryRun: boolean): FormData {
  const form = new FormData();
  form.append("dry_run", String(isDryRun));
  if (source.withHistory) form.append("history", "true");
  if (source.isPaused) form.append("enabled", "false");
  const env = readEnv(source.env);
  if (Object.keys(env).length > 0) form.append("env", JSON.stringify(env));
  for (const file of source.files) form.append("file", file, pathInFolder(file));
  if (source.text.trim() !== "") form.append("file", new Blob([source.text]), "list.txt");
  return form;
}

/** Reads lines of `NAME=value`; quotes around a value are removed. */
export function readEnv(text: string): Record<string, string> {
  const entries = text.split("\n").flatMap((line) => {
    const [, name, value = ""] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const [, quoted] = /^\s*(?:"(.*)"|'(.*)')\s*$/.exec(value)?.filter((each) => each !== undefined) ?? [];
    return [[name, quoted ?? value.trim()]];
  });
  return Object.fromEntries(entries);
}
