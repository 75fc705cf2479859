import type { ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import { recordArtifacts } from "../src/api/resources/artifacts/service.ts";
import type { ArtifactStore } from "../src/platform/artifacts/artifact-store.ts";
import { newId } from "../src/platform/kernel/ids.ts";
import type { Db } from "../src/platform/storage/database.ts";
import { sql } from "../src/platform/storage/sql.ts";

/** Creates a finished run of a journey that does not exist. */
export async function makeRun(db: Db, orgId: string): Promise<string> {
  const id = newId(Date.now());
  await db.run(sql`
    insert into run (id, org_id, target_id, kind, location, trigger, slot, status, max_attempts, timeout_ms,
      queued_at, finished_at)
    values (${id}, ${orgId}, ${newId(Date.now())}, 'journey', 'default', 'manual', now(), 'passed', 1, 1000,
      now(), now())`);
  return id;
}

/** Stores a file of a run without checking that it matches its kind. */
export async function makeArtifact(
  { db, artifacts }: { db: Db; artifacts: ArtifactStore },
  input: { orgId: string; runId: string; kind: ArtifactKind; name?: string; content: Buffer },
): Promise<{ id: string; key: string }> {
  const { orgId, runId, kind, name = kind, content } = input;
  const saved = await artifacts.save(content, { bytesMax: content.length });
  if ("error" in saved) throw new Error(saved.message);
  const file = { ...saved, kind, name, contentType: "text/html", stepIndex: null };
  const [row] = await recordArtifacts(db, { orgId, runId, artifacts: [file], nowMs: Date.now() });
  if (!row) throw new Error("the run does not exist");
  return row;
}
