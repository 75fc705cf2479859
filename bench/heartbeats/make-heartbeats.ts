import type { Vedette } from "../harness/vedette.ts";

type Created = { data: { id: string; ping_uuid: string } };
type Listed = { data: { id: string; ping_count: number }[]; meta: { next_cursor: string | null } };

const CONCURRENCY = 8;
const PAGE_LIMIT = 200;

/** Creates heartbeats that are pinged more often than they expect, and returns the UUIDs of their ping URLs. */
export async function makeHeartbeats({ request }: Vedette, count: number): Promise<string[]> {
  const uuids: string[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < count; at = next++) {
      const body = { name: `job ${at}`, schedule: { type: "period", seconds: 60 } };
      const { data } = await request<Created>("POST", "/heartbeats", body);
      uuids.push(data.ping_uuid);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return uuids;
}

/** The pings that were evaluated, of all heartbeats. */
export async function countEvaluated({ request }: Vedette): Promise<number> {
  let evaluated = 0;
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { data, meta }: Listed = await request<Listed>("GET", `/heartbeats?limit=${PAGE_LIMIT}${after}`);
    for (const { ping_count: pings } of data) evaluated += pings;
    cursor = meta.next_cursor;
  } while (cursor !== null);
  return evaluated;
}
