import createClient, { type Client } from "openapi-fetch";
import { ApiError } from "./api-error.ts";
import { failureOf, UNREACHABLE } from "./request.ts";
import type { components, paths } from "./schema.d.ts";

/** The public API, typed by its own OpenAPI document. */
export type Api = Client<paths>;
/** A shape of the API by its name in the document: `Schema<"Monitor">`. */
type Bodies = components["requestBodies"];
type Schemas = components["schemas"] & {
  [Name in keyof Bodies]: Bodies[Name] extends { content: { "application/json": infer Body } } ? Body : never;
};
export type Schema<Name extends keyof Schemas> = Schemas[Name];

export type Page<T> = { items: T[]; nextCursor: string | null };

/** Every failure, of the network or told by the server, is thrown as an `ApiError`. */
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

type Answer<T, Meta = { next_cursor: string | null }> = { data?: { data: T; meta?: Meta } | undefined };

/** What an operation answers, without its envelope. */
export async function dataOf<T>(asked: Promise<Answer<T, unknown>>): Promise<T> {
  return (await bodyOf(asked)).data;
}

/** One page of a list, and where the next one begins. */
export async function pageOf<T>(asked: Promise<Answer<T[]>>): Promise<Page<T>> {
  const { data, meta } = await bodyOf(asked);
  return { items: data, nextCursor: meta?.next_cursor ?? null };
}

async function bodyOf<T, Meta>(asked: Promise<Answer<T, Meta>>): Promise<{ data: T; meta?: Meta }> {
  const { data } = await asked;
  if (data === undefined) throw new ApiError("UNREACHABLE", "The server answered with nothing.");
  return data;
}
