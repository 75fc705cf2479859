import type { Endpoint } from "@vedette/contract/common/endpoint.ts";
import type { Endpoints } from "@vedette/contract/endpoints.ts";
import type { z } from "zod";

/** A URL of the router in the notation of the contract: `/a/:id/b` as `/a/{id}/b`. */
type ContractPath<Url extends string> = Url extends `${infer Start}:${infer Name}/${infer Rest}`
  ? `${Start}{${Name}}/${ContractPath<Rest>}`
  : Url extends `${infer Start}:${infer Name}`
    ? `${Start}{${Name}}`
    : Url;

/** What a route reads and returns; undefined for what it does not have. */
type Served = { query: unknown; body: unknown; response: z.ZodType };

/**
 * An intersection with it compiles only if the contract declares the endpoint with the same query and body, and
 * with a response that the served one fits. Only endpoints of the API are declared, and not those of runners, which have
 * a protocol of their own.
 */
export type Declared<
  Access,
  Method extends string,
  Url extends string,
  Route extends Served,
> = `${Method} ${ContractPath<Url>}` extends infer Name extends keyof Endpoints
  ? Agrees<Endpoints[Name], Route>
  : [Access, Url] extends [{ role: "runner" }, string] | ["public", `/${"healthz" | "readyz"}`]
    ? unknown
    : { contract: "Declare this endpoint in packages/contract/src/endpoints.ts" };

type Agrees<E extends Endpoint, Route extends Served> = [
  Route["query"],
  Route["body"],
  z.output<Route["response"]>,
] extends [FieldOf<E, "query">, FieldOf<E, "body">, E["response"]]
  ? unknown
  : { contract: "The query, body or response differs from packages/contract/src/endpoints.ts" };
type FieldOf<E, Name extends string> = Name extends keyof E ? E[Name] : undefined;
