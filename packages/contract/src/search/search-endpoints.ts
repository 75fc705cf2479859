import type { ListOf } from "../common/endpoint.ts";
import type { SearchResult, searchQuery } from "./search.ts";

export type SearchEndpoints = {
  "GET /api/v1/search": { query: typeof searchQuery; response: ListOf<SearchResult> };
};
