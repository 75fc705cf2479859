import createClient, { type Client } from "openapi-fetch";
import { ApiError } from "./api-error.ts";
import { failureOf, UNREACHABLE } from "./request.ts";
import type { components, paths } from "./schema.d.ts";

/** A client of the public API, typed by its OpenAPI document. */
export type Api = Client<paths>;
type Bodies = components["requestBodies"];
type Schemas = components["schemas"] & {
  [Name in keyof Bodies]: Bodies[Name] extends { content: { "application/json": infer Body } } ? Body : never;
};
/** A component of the OpenAPI document by name: `Schema<"Monitor">`. */
export type Schema<Name extends keyof Schemas> = Schemas[Name];

export type Page<T> = { items: T[]; nextCursor: string | null };

/** Throws an `ApiError` for every network failure and every error response. */
export function createApi(fetch: typeof window.fetch, baseUrl = ""): Api {
  return createClient<paths>({
    baseUrl,
    async fetch(request) {
      let response: Response;
      try {
        response = await fetch(request);
      } catch (error) {
        if (request.signal.aborted) throw error;
        throw new ApiError("UNREACHABLE", UNREACHABLE);
      }
      if (response.ok) return response;
      throw await failureOf(response);
    },
  });
}

type Envelope<T, Meta = { next_cursor: string | null }> = { data?: { data: T; meta?: Meta } | undefined };

/** Returns the data of a response without its envelope. */
export async function dataOf<T>(response: Promise<Envelope<T, unknown>>): Promise<T> {
  return (await bodyOf(response)).data;
}

/** Returns one page of a list with the cursor of the next one. */
export async function pageOf<T>(response: Promise<Envelope<T[]>>): Promise<Page<T>> {
  const { data, meta } = await bodyOf(response);
  return { items: data, nextCursor: meta?.next_cursor ?? null };
}

async function bodyOf<T, Meta>(response: Promise<Envelope<T, Meta>>): Promise<{ data: T; meta?: Meta }> {
  const { data } = await response;
  if (data === undefined) throw new ApiError("UNREACHABLE", "The server sent an empty response.");
  return data;
}
