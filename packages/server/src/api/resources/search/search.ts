import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { SearchQuery, SearchResult } from "@vedette/contract/search/search.ts";
import { listWindowsOf } from "../../../pipeline/alerting/maintenance/queries.ts";
import { toWindow } from "../../../pipeline/alerting/maintenance/window-cache.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type SearchPatterns, type SearchRow, searchRows } from "./queries.ts";

type SearchContext = { db: Db; orgId: OrgId; actor: Actor; clock: Clock };

/** Returns what matches the text, the best matches of each type first. One statement reads all types. */
export async function search(ctx: SearchContext, { q, limit }: SearchQuery): Promise<SearchResult[]> {
  const { db, orgId, actor } = ctx;
  const membershipId = actor.kind === "member" ? actor.membershipId : null;
  const rows = await searchRows(db, orgId, { ...patternsOf(q), membershipId, limit });
  const active = rows.some(({ type }) => type === "maintenance_window") ? await activeWindows(ctx) : null;
  return rows.map(({ type, id, name, detail, status }: SearchRow) => ({
    ...{ type, id, name, detail },
    status: type === "maintenance_window" ? (active?.has(id) ? "active" : "inactive") : status,
  }));
}

async function activeWindows({ db, orgId, clock }: SearchContext): Promise<Set<string>> {
  const nowMs = clock.now();
  const windows = (await listWindowsOf(db, [orgId], new Date(nowMs))).map(toWindow);
  return new Set(windows.filter(({ timetable }) => timetable.onAt(nowMs) !== null).map(({ id }) => id));
}

/** A typed text may contain the wildcards of `ilike`. */
function patternsOf(q: string): SearchPatterns {
  const escaped = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&");
  const text = escaped(q);
  const letters = [...q.replaceAll(/\s/g, "")].map(escaped);
  return {
    prefix: `${text}%`,
    wordPrefix: `% ${text}%`,
    whole: `%${text}%`,
    words: q.split(/\s+/).map((word) => `%${escaped(word)}%`),
    letters: `%${letters.join("%")}%`,
  };
}
