import type { z } from "zod";
import type { deleted } from "./envelope.ts";

/**
 * The declaration of an endpoint: the schemas of its query and body, and the type of its response body. Only types, so
 * that clients import declarations without zod.
 */
export type Endpoint = { query?: z.ZodType; body?: z.ZodType | FormData; response: Success<unknown> };

export type Success<Result> = { success: true; data: Result };
/** One page of a list; `next_cursor` is null on the last page. */
export type ListOf<Row> = Success<Row[]> & { meta: { next_cursor: string | null; has_more: boolean } };
export type Deleted = z.output<typeof deleted>["data"];

/** The body that a client sends to an endpoint; undefined if it takes none. */
export type BodyOf<E> = E extends { body: infer Body }
  ? Body extends z.ZodType
    ? z.input<Body>
    : Body
  : undefined;

/** The query that a client sends to an endpoint. A field that the server reads as a number may be one. */
export type QueryOf<E> = E extends { query: infer Schema extends z.ZodType }
  ? { [Name in keyof z.input<Schema>]: z.input<Schema>[Name] | NumberIn<z.output<Schema>, Name> }
  : undefined;
type NumberIn<Fields, Name> = Name extends keyof Fields ? Extract<Fields[Name], number> : never;
