import type { CodeAction } from "@vedette/contract/code/code-plan.ts";
import type { CodeError, CodeResource } from "@vedette/contract/code/code-resources.ts";
import type { Fields, Kind, Live } from "../kinds/kind.ts";
import type { ResourceRow } from "../queries.ts";

/** A resource of the document, what exists of it, and what is to be done. */
export type Item = {
  resource: CodeResource;
  kind: Kind;
  /** A provisional one if the resource does not exist, or is replaced. */
  id: string;
  live: Live | null;
  /** As the project owns it; null if it does not yet. */
  row: ResourceRow | null;
  /** Its former key. */
  movedFrom: string | null;
  action: CodeAction;
  /** What the document leads to; null if a value of a credential is missing. */
  wanted: Fields | null;
  /** The fields of `wanted` that differ from what is live. */
  changed: readonly string[];
  effect: string | null;
};

/** A resource of the project that is not in the document. */
export type Leftover = { row: ResourceRow; kind: Kind; live: Live; action: "delete" | "release" };

export type Problems = { errors: CodeError[]; warnings: CodeError[] };
