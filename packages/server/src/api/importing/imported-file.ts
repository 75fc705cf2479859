import type { CodeDocument } from "@vedette/contract/code/code-document.ts";
import type { ImportReport } from "@vedette/contract/imports/imports.ts";

/**
 * What the file of another monitoring tool becomes. Importers are pure: they fetch, execute and store nothing.
 * The document has no secret: their values are in `credentials`, by the JSON pointer of their placeholder in the
 * document, such as `/secrets/SHOP_PASSWORD` or `/channels/ops/config/webhook_url`.
 */
export type ImportedFile = {
  /** The project that owns what is made, such as `import:kuma`. */
  project: string;
  document: CodeDocument;
  credentials: Record<string, string>;
  report: ImportReport;
  /** Statistics of the tool, if the file has any; stored only on request. */
  history?: ImportedHistory;
};

/** History of targets by their key in the document. */
export type ImportedHistory = { targets: readonly ImportedTargetHistory[] };

export type ImportedTargetHistory = {
  kind: "monitor" | "heartbeat" | "api_monitor" | "journey";
  key: string;
  hours: readonly ImportedPeriod[];
  days: readonly ImportedPeriod[];
  /** `pending`: not measured, as while the tool was off. The last one is pending unless the history reaches to now. */
  changes: readonly { at: Date; status: "up" | "down" | "maintenance" | "pending" }[];
};

/** The checks of an hour or a day. */
export type ImportedPeriod = {
  startsAt: Date;
  total: number;
  failed: number;
  averageMs: number | null;
  minMs: number | null;
  maxMs: number | null;
};

/** A file of an upload. `path` is relative to the folder that was chosen, with `/`. */
export type UploadedFile = { path: string; bytes: Uint8Array };
