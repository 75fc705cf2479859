import type { MembershipId, OrgId } from "@vedette/contract/common/ids.ts";
import type { SearchType } from "@vedette/contract/search/search.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { type SearchSource, searchSources } from "./search-sources.ts";

export type SearchRow = {
  type: SearchType;
  id: string;
  name: string;
  detail: string | null;
  status: string | null;
};

/** Patterns of `ilike`. */
export type SearchPatterns = {
  /** At the start of the name. */
  prefix: string;
  /** At the start of a word of the name. */
  wordPrefix: string;
  /** Somewhere in the name. */
  whole: string;
  /** Each word somewhere in the name or in the other texts. */
  words: string[];
  /** The letters in their order with others between them. */
  letters: string;
};

type SearchRequest = SearchPatterns & {
  /** Whose private views are found; null for an API key. */
  membershipId: MembershipId | null;
  /** Of each type. */
  limit: number;
};

const BEST_FIRST = sql`order by rank, length(name), name, id`;

/**
 * The best matches of each type. A scan of the organization's rows: an index for letters in any place would slow down
 * every write of a target.
 */
export const searchRows = (db: Db, orgId: OrgId, request: SearchRequest) =>
  db.rows<SearchRow>(sql`
    select type, id, name, detail, status from (
      select *, row_number() over (partition by type ${BEST_FIRST}) as place
      from (${bestOfAll(searchSources(orgId, request.membershipId), request)}) best
    ) placed
    order by rank, place, type`);

const bestOfAll = (sources: readonly SearchSource[], request: SearchRequest): Sql =>
  sources
    .map((source) => bestOf(source, request))
    .reduce(
      (all, each) => sql`${all}
      union all ${each}`,
    );

/** `offset 0` keeps PostgreSQL from computing the rank of a row twice: to filter, and to sort. */
const bestOf = (source: SearchSource, request: SearchRequest): Sql => sql`
  (select * from (
    select ${source.type} as type, ${source.id} as id, ${source.name} as name, ${source.detail} as detail,
      ${source.status} as status, ${rankOf(source, request)} as rank
    from ${source.rows} offset 0
  ) ranked where rank is not null ${BEST_FIRST} limit ${request.limit})`;

/** Null for what does not match. A name without these letters in this order contains none of the other patterns. */
const rankOf = (
  { name, others }: SearchSource,
  { prefix, wordPrefix, whole, words, letters }: SearchRequest,
): Sql => {
  const hasWords = sql`concat_ws(' ', ${name}, ${others}) ilike all (${textArray(words)}::text[])`;
  return sql`
    case
      when ${name} not ilike ${letters} then case when ${hasWords} then 3 end
      when ${name} ilike ${prefix} then 0
      when ${name} ilike ${wordPrefix} then 1
      when ${name} ilike ${whole} then 2
      when ${hasWords} then 3
      else 4
    end`;
};
