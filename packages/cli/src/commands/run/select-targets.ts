import type { Target } from "@vedette/contract/targets/targets.ts";
import { RefusedError } from "../../exit-codes.ts";
import type { ResourceClient } from "../../nouns/resource-client.ts";
import type { RunTarget } from "./outcome.ts";

/** Heartbeats cannot be run: their jobs report. */
const KINDS = "monitor,api_monitor,journey";
/** The limit of the API for one request. */
const IDS_MAX = 200;

export type Selection = { tags: readonly string[]; ids: readonly string[] };

/** Returns the targets that have one of the tags or IDs, without repetition. */
export async function selectTargets(client: ResourceClient, { tags, ids }: Selection): Promise<RunTarget[]> {
  const queries: Record<string, string>[] = [
    ...tags.map((tag) => ({ kind: KINDS, sort: "name", tag })),
    ...chunks(ids, IDS_MAX).map((chunk) => ({ kind: KINDS, sort: "name", ids: chunk.join(",") })),
  ];
  const found = new Map<string, Target>();
  for (const query of queries) {
    const { rows } = await client.list<Target>("targets", { query, limit: null, isPaged: true });
    for (const target of rows) found.set(target.id, target);
  }
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0)
    throw new RefusedError(`There is no monitor, API monitor or journey with the ID ${missing.join(", ")}.`);
  return [...found.values()];
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
