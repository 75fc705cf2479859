import type { ApiStepInput } from "@vedette/contract/api-monitors/api-steps.ts";
import type { DocumentOperation } from "./document-operations.ts";
import type { ImportNotes } from "./import-notes.ts";
import type { ImportVariables } from "./import-variables.ts";

/** What a reader of a format is given beside the document. */
export type ImportContext = {
  notes: ImportNotes;
  variables: ImportVariables;
  /** Lists an operation of the document; whether it is to become a step. */
  takes(operation: DocumentOperation): boolean;
  /** Whether braces around this name refer to a variable; others are sent as they are written. */
  isReference(name: string): boolean;
};

export type Pair = readonly [name: string, value: string];

export type DraftBody =
  | { type: "text"; text: string }
  | { type: "json"; value: unknown }
  | { type: "form" | "multipart"; pairs: readonly Pair[] };

/** A request as a document has it, secrets included: `toStep` takes them out. */
export type RequestDraft = {
  /** The place in the document. */
  where: string;
  name: string | null;
  method: string;
  url: string;
  /** Beside those in the URL. */
  query: readonly Pair[];
  headers: readonly Pair[];
  body: DraftBody | null;
  auth: NonNullable<ApiStepInput["auth"]> | null;
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
