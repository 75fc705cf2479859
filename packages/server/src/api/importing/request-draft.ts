import type { ApiStepInput } from "@vedette/contract/api-monitors/api-steps.ts";
import type { DocumentOperation } from "./document-operations.ts";
import type { ImportNotes } from "./import-notes.ts";
import type { ImportVariables } from "./import-variables.ts";

/** The parameters of a reader of a format, besides the document. */
export type ImportContext = {
  notes: ImportNotes;
  variables: ImportVariables;
  /** Lists an operation of the document; returns whether it becomes a step. */
  takes(operation: DocumentOperation): boolean;
  /** Whether braces around this name refer to a variable; other braces are sent as written. */
  isReference(name: string): boolean;
};

export type Pair = readonly [name: string, value: string];

export type DraftBody =
  | { type: "text"; text: string }
  | { type: "json"; value: unknown }
  | { type: "form" | "multipart"; pairs: readonly Pair[] };

/** A request as in the document, secrets included: `toStep` removes them. */
export type RequestDraft = {
  /** The location in the document. */
  where: string;
  name: string | null;
  method: string;
  url: string;
  /** In addition to those in the URL. */
  query: readonly Pair[];
  headers: readonly Pair[];
  body: DraftBody | null;
  auth: Extract<ApiStepInput["auth"], { type: "basic" | "bearer" }> | null;
  timeoutSeconds: number | null;
  followRedirects: boolean;
  verifyTls: boolean;
  assertions: NonNullable<ApiStepInput["assertions"]>;
  extract: NonNullable<ApiStepInput["extract"]>;
};

export function emptyDraft(where: string): RequestDraft {
  return {
    where,
    name: null,
    method: "GET",
    url: "",
    query: [],
    headers: [],
    body: null,
    auth: null,
    timeoutSeconds: null,
    followRedirects: true,
    verifyTls: true,
    assertions: [],
    extract: [],
  };
}
