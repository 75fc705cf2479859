import { newId } from "../../platform/kernel/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import type { Applied } from "./apply-run-events.ts";
import { insertBaselines, insertComparedBaselines } from "./definition-queries.ts";
import type { RunDraft } from "./run-draft.ts";
import { loadRunTargets } from "./run-targets.ts";

/**
 * Stores the first screenshot of a label as its baseline. A label keeps its baseline until a user accepts
 * another one.
 */
export async function keepBaselines(db: Db, { changed }: Applied, nowMs: number): Promise<void> {
  await linkCompared(db, changed, nowMs);
  const withScreenshots = changed.filter(({ outcome }) =>
    outcome?.artifacts?.some(({ kind }) => kind === "baseline"),
  );
  if (withScreenshots.length === 0) return;
  const targets = await loadRunTargets(
    db,
    withScreenshots.map(({ row }) => row),
  );
  const baselines = withScreenshots.flatMap(({ row, outcome }) =>
    (outcome?.artifacts ?? []).flatMap(({ kind, label, key, bytes }) => {
      const viewport = targets.get(row.id)?.viewport;
      if (kind !== "baseline" || label === undefined || !viewport) return [];
      const { target_id: targetId, location, org_id: orgId, id: runId } = row;
      return [{ targetId, location, label, viewport, orgId, key, bytes, runId }];
    }),
  );
  await insertBaselines(db, baselines, new Date(nowMs));
}

/** Links the baselines that these runs were compared with as files of the runs. */
async function linkCompared(db: Db, changed: readonly RunDraft[], nowMs: number): Promise<void> {
  const compared = changed.flatMap(({ row, outcome }) =>
    (outcome?.steps ?? []).flatMap(({ index, visualDiff }) => {
      if (!visualDiff) return [];
      const { label, baseline: key } = visualDiff;
      const names = { id: newId(nowMs), org_id: row.org_id, run_id: row.id, name: `${label}-baseline.png` };
      return [{ ...names, key, step_index: index, label }];
    }),
  );
  if (compared.length > 0) await insertComparedBaselines(db, compared, new Date(nowMs));
}
