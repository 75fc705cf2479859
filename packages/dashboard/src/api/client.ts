import type { BodyOf, ListOf, QueryOf, Success } from "@vedette/contract/common/endpoint.ts";
import type { Endpoints } from "@vedette/contract/endpoints.ts";
import { send } from "./request.ts";

/** A client of the API with a function for each method: `api.GET("/api/v1/runs/{id}", { params: { path: { id } } })`. */
export type Api = { [M in Method]: Call<M> };

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...request: Arguments<RequestOf<EndpointOf<M, Path>, Path>>
) => Promise<EndpointOf<M, Path>["response"] & Tagged>;

/** The version of the resource in a response; null if it has none. */
type Tagged = { etag: string | null };

/** The paths that the contract declares for a method. */
type PathOf<M extends Method, Name = keyof Endpoints> = Name extends `${M} ${infer Path}` ? Path : never;
type EndpointOf<M extends Method, Path extends string> = Endpoints[`${M} ${Path}` & keyof Endpoints];

type RequestOf<E, Path> = Needed<{
  params: Needed<{ path: Record<ParameterOf<Path>, string>; query: QueryOf<E> }>;
  body: BodyOf<E>;
}> & {
  signal?: AbortSignal;
  /** The ETag of the version that the request changes; without it, it changes any. */
  ifMatch?: string | null;
};
type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;
/** Makes those fields optional that may be undefined or empty. */
type Needed<Fields> = {
  [Name in keyof Fields as IsOptional<Fields[Name]> extends true ? never : Name]: Fields[Name];
} & { [Name in keyof Fields as IsOptional<Fields[Name]> extends true ? Name : never]?: Fields[Name] };
type IsOptional<Field> = undefined extends Field ? true : Record<never, never> extends Field ? true : false;
type Arguments<Request> = Record<never, never> extends Request ? [request?: Request] : [request: Request];

type AnyRequest = {
  params?: { path?: Record<string, string>; query?: object };
  body?: unknown;
  signal?: AbortSignal;
  ifMatch?: string | null;
};

/**
 * Each call throws an `ApiError` for a network failure or an error response. Guarantee behind the cast: `defineRoute` of
 * the server compiles only if a route responds as the contract declares.
 */
export function createApi(fetch: typeof window.fetch, baseUrl = ""): Api {
  const call =
    (method: Method) =>
    async (path: string, { params, ifMatch = null, ...request }: AnyRequest = {}) => {
      const url = `${baseUrl}${urlOf(path, params)}`;
      const headers = ifMatch === null ? {} : { "if-match": ifMatch };
      const response = await send({ key: null, fetch }, { method, path: url, headers, ...request });
      return { ...(await response.json()), etag: response.headers.get("etag") };
    };
  return { GET: call("GET"), POST: call("POST"), PUT: call("PUT"), DELETE: call("DELETE") } as Api;
}

function urlOf(template: string, { path = {}, query = {} }: AnyRequest["params"] = {}): string {
  const url = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? url : `${url}?${new URLSearchParams(given)}`;
}

export type Page<T> = { items: T[]; nextCursor: string | null };

/** Returns the data of a response without its envelope. */
export async function dataOf<T>(response: Promise<Success<T>>): Promise<T> {
  return (await response).data;
}

/** A resource with its version, for `If-Match`. */
export type Versioned<T> = Tagged & { data: T };

/** Returns the data of a response with its version. */
export async function versionedOf<T>(response: Promise<Success<T> & Tagged>): Promise<Versioned<T>> {
  const { data, etag } = await response;
  return { data, etag };
}

/** Returns one page of a list with the cursor of the next one. */
export async function pageOf<T>(response: Promise<ListOf<T>>): Promise<Page<T>> {
  const { data, meta } = await response;
  return { items: data, nextCursor: meta.next_cursor };
}
