import type { OptionSpec } from "../command-line/command.ts";
import type { CommandContext } from "../command-line/command-context.ts";

/** An option of `create` and `update`, and the field of the body that it sets. */
export type FieldOption = OptionSpec & { field: string };

export type Verb = "list" | "get" | "create" | "update" | "delete";

/** Values of the options that a noun declares, by their names. */
export type FieldValues = Readonly<Record<string, unknown>>;

export type FieldUse = { verb: "create" | "update"; context: CommandContext };

/**
 * A kind of resource: from this row come its commands `list`, `get`, `create`, `update` and `delete`. `Row` is the type
 * of one element of its list.
 */
export type Noun<Row> = {
  /** The word of the command line, plural. */
  noun: string;
  /** The words for one of them in messages, such as "status page". */
  one: string;
  /** The path of the list after /api/v1/. `{org}` is the ID of the organization of the key. */
  path: string;
  /** The verbs that the API has. */
  verbs: readonly Verb[];
  /** The page of the dashboard: of one of them if it has `{id}`, else of the list. Null if there is none. */
  page: string | null;
  list: {
    summary: string;
    columns: readonly (readonly [heading: string, cell: (row: Row) => string | number | null | undefined])[];
    /** Query parameters of the API that are options of `list`, with their summaries. */
    filters?: Readonly<Record<string, string>>;
    /** Query parameters that are always sent. */
    query?: Readonly<Record<string, string>>;
    /** Rows without `--limit`; null for all. */
    limit: number | null;
    /** Whether the API has pages. */
    isPaged: boolean;
    /** The order of the rows in the table; as the API has them without it. */
    arrange?(rows: readonly Row[]): readonly Row[];
    /** The sentence for an empty list. */
    empty(filters: FieldValues): string;
  };
  /** Lines for `get`; without it, all fields that are set. */
  details?(row: Row): (readonly [label: string, text: string])[];
  /** Returns the ID of what the user named, such as the number of an incident. */
  findId?(named: string, context: CommandContext): Promise<string>;
  fields?: Readonly<Record<string, FieldOption>>;
  /** Fields that more than one option sets. */
  toFields?(values: FieldValues, use: FieldUse): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Options of `create` and `update` that `toFields` reads. */
  fieldOptions?: Readonly<Record<string, OptionSpec>>;
  /** Returns what is missing for `create` as a sentence, or null. */
  missingFields?(fields: Readonly<Record<string, unknown>>): string | null;
  create?: {
    summary: string;
    /** What is printed instead of the ID, such as the secret that is shown once. */
    printed?(row: Row): string;
    /** A sentence for standard error. */
    note?(row: Row): string;
  };
  update?: {
    summary?: string;
    /** What is printed instead of the name. */
    printed?(row: Row): string;
  };
  delete?: { summary: string };
};

/** A noun without the type of its rows. */
export type AnyNoun = Noun<unknown>;

/** Declares a noun. The API guarantees that the rows of `path` have the type `Row`. */
export function defineNoun<Row>(noun: Noun<Row>): AnyNoun {
  return noun as AnyNoun;
}
