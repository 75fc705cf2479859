import { Connection, type ConnectionSettings } from "../connection.ts";
import { RefusedError, UnavailableError } from "../exit-codes.ts";

const PAGE_LIMIT = 200;
/** 100,000 rows; protects against a server whose cursor never ends. */
const PAGES_MAX = 500;

export type ListQuery = {
  query: Readonly<Record<string, string>>;
  /** The number of rows at most; null for all. */
  limit: number | null;
  isPaged: boolean;
};

/** Reads and changes resources of any noun. `path` is that of the list after /api/v1/. */
export class ResourceClient {
  readonly #connection: Connection;

  constructor(settings: ConnectionSettings) {
    this.#connection = new Connection(settings);
  }

  /** Returns the rows in the order of the server, and whether there are more than the limit. */
  async list<Row>(
    path: string,
    { query, limit, isPaged }: ListQuery,
  ): Promise<{ rows: Row[]; hasMore: boolean }> {
    const page = { limit: String(Math.min(limit ?? PAGE_LIMIT, PAGE_LIMIT)) };
    const url = new URLSearchParams({ ...(isPaged && page), ...query });
    const rows: Row[] = [];
    for (let count = 0; count < PAGES_MAX; count++) {
      const { data, meta } = await this.#connection.send<Row[]>({
        method: "GET",
        path: withQuery(path, url),
      });
      rows.push(...data);
      const cursor = meta?.next_cursor;
      if (limit !== null && rows.length >= limit)
        return { rows: rows.slice(0, limit), hasMore: rows.length > limit || Boolean(cursor) };
      if (!cursor) return { rows, hasMore: false };
      url.set("cursor", cursor);
    }
    throw new UnavailableError(`The list of the server has more than ${PAGES_MAX} pages.`);
  }

  /** Returns the resource with its version for `update`. */
  async get<Row>(path: string, id: string): Promise<{ row: Row; etag: string | null }> {
    const { data, etag } = await this.#connection.send<Row>({
      method: "GET",
      path: `${path}/${encodeURIComponent(id)}`,
    });
    return { row: data, etag };
  }

  async create<Row>(path: string, body: object): Promise<Row> {
    return (await this.#connection.send<Row>({ method: "POST", path, body })).data;
  }

  /** Changes the given fields, if the resource still has the version `ifMatch`; null changes any version. */
  async update<Row>(
    path: string,
    id: string,
    change: { body: object; ifMatch: string | null },
  ): Promise<Row> {
    const request = { method: "PUT", path: `${path}/${encodeURIComponent(id)}`, ...change } as const;
    return (await this.#connection.send<Row>(request)).data;
  }

  async delete(path: string, id: string): Promise<void> {
    await this.#connection.send({ method: "DELETE", path: `${path}/${encodeURIComponent(id)}` });
  }

  /** Replaces `{org}` by the ID of the organization of the key. */
  async resolvePath(path: string): Promise<string> {
    if (!path.includes("{org}")) return path;
    const { data } = await this.#connection.send<{ id: string }[]>({
      method: "GET",
      path: "user/organizations",
    });
    const [organization] = data;
    if (!organization) throw new RefusedError("The key belongs to no organization.");
    return path.replace("{org}", encodeURIComponent(organization.id));
  }
}

function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}
