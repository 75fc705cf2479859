import { describe, expect, test } from "vitest";
import { makeOrg } from "../../../../test/app.ts";
import { insertTarget } from "../../../../test/builders.ts";
import { artifactLab, PNG } from "../../../../test/labs/artifact-lab.ts";
import { makeArtifact, makeRun } from "../../../../test/make-run.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { removeArtifactsOf, sweepArtifacts } from "./removal.ts";

const lab = artifactLab();
const { store, get } = lab;

describe("stored files", () => {
  const exists = async (key: string) => (await lab.running.artifacts.read(key)) !== null;

  test("are deleted with their run unless another run or a baseline references them", async () => {
    const { database, artifacts } = lab.running;
    const [deletedRun, keptRun] = [
      await makeRun(database, lab.org.orgId),
      await makeRun(database, lab.org.orgId),
    ];
    const add = (run: string) =>
      makeArtifact(
        { db: database, artifacts },
        { orgId: lab.org.orgId, runId: run, kind: "screenshot", content: PNG },
      );
    const [own, shared, baseline] = [await add(deletedRun), await add(deletedRun), await add(deletedRun)];
    const other = await add(keptRun);
    await database.run(sql`update artifact set key = ${shared.key} where id = ${other.id}`);
    const targetId = newId(lab.now);
    await database.run(insertTarget({ id: targetId, orgId: lab.org.orgId, kind: "journey" }));
    await database.run(sql`
      insert into visual_baseline (target_id, label, viewport, location, org_id, key, bytes, run_id, accepted_at)
      values (${targetId}, 'home', '1280x720', 'default', ${lab.org.orgId}, ${baseline.key}, 1, ${deletedRun}, now())`);

    await removeArtifactsOf(database, artifacts, [deletedRun]);

    expect((await get(`/api/v1/artifacts/${own.id}`)).statusCode).toBe(404);
    expect((await get(`/api/v1/artifacts/${other.id}`)).statusCode).toBe(200);
    expect([await exists(own.key), await exists(shared.key), await exists(baseline.key)]).toEqual([
      false,
      true,
      true,
    ]);
    await removeArtifactsOf(database, artifacts, [deletedRun, keptRun]);
    expect(await exists(shared.key)).toBe(false);
  });

  test("are deleted once no row has referenced them for a day, for example after their organization was deleted", async () => {
    const { database, artifacts } = lab.running;
    const deletedOrg = await makeOrg(database);
    const run = await makeRun(database, deletedOrg.orgId);
    const input = { orgId: deletedOrg.orgId, runId: run, kind: "screenshot", content: PNG } as const;
    const orphan = await makeArtifact({ db: database, artifacts }, input);
    const kept = await store("screenshot", PNG);
    await database.run(sql`delete from organization where id = ${deletedOrg.orgId}`);
    const { signal } = new AbortController();

    await sweepArtifacts(database, artifacts, { nowMs: Date.now(), signal });
    expect(await exists(orphan.key)).toBe(true);
    const removed = await sweepArtifacts(database, artifacts, { nowMs: Date.now() + 86_500_000, signal });
    expect(removed).toBeGreaterThanOrEqual(1);
    expect([await exists(orphan.key), await exists(kept.key)]).toEqual([false, true]);
  });
});
