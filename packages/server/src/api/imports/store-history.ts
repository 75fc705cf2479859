import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import type { ImportChanges } from "@vedette/contract/imports/import-requests.ts";
import { type HistoryToImport, importHistory } from "../../pipeline/results/imported/import-history.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { ImportedHistory } from "../importing/imported-file.ts";
import type { RequestContext } from "../routing/define-route.ts";

type Stored = { kind: ImportKind; history: ImportedHistory | undefined; changes: ImportChanges };

/** Stores the history of the targets that an import made, and returns their number. */
export async function storeHistory(
  { orgId, clock }: RequestContext,
  database: Database,
  { kind, history, changes }: Stored,
): Promise<number> {
  if (!history) return 0;
  const idOf = new Map(changes.resources.map(({ kind: noun, key, id }) => [`${noun} ${key}`, id]));
  const histories = history.targets.flatMap(({ kind: noun, key, ...periods }): HistoryToImport[] => {
    const id = idOf.get(`${noun} ${key}`);
    // An ID of a target that was applied.
    return id === undefined ? [] : [{ targetId: id as HistoryToImport["targetId"], ...periods }];
  });
  const now = new Date(clock.now());
  return (await importHistory(database, orgId, { source: kind, histories, now })).targets;
}
