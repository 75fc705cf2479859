import { describe, expect, test } from "vitest";
import { selectable } from "../../../../test/alerting.ts";
import { makeApiMonitor } from "../../../../test/builders.ts";
import { MINUTE_MS, maintenanceLab, NOW_MS, POLL } from "../../../../test/labs/maintenance-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = maintenanceLab();
const { becomes, createTarget, createWindow, notify, passTo, read, start, statusOf, stop } = lab;

const changesOf = async (id: string) =>
  (
    await lab.database.rows<{ at: Date; status: string; previous_status: string }>(
      sql`select at, status, previous_status from status_change where target_id = ${id} order by at`,
    )
  ).map(({ at, status, previous_status }) => `${previous_status} → ${status} at ${at.getTime() - NOW_MS}`);

describe("the status of a target", () => {
  test("is maintenance for exactly the duration of a window, and then the previous status", async () => {
    const { id } = await createTarget("up");
    await createWindow({ mode: "pause" });
    await passTo(NOW_MS + 30);
    await becomes(id, "maintenance");
    expect(lab.services.windowCache.isPaused(selectable(lab.orgId, id), NOW_MS + 10 * MINUTE_MS - 1)).toBe(
      true,
    );
    expect(lab.services.windowCache.isPaused(selectable(lab.orgId, id), NOW_MS + 10 * MINUTE_MS)).toBe(false);
    await passTo(NOW_MS + 10 * MINUTE_MS + 40);
    await becomes(id, "up");
    expect(await changesOf(id)).toEqual(["up → maintenance at 0", "maintenance → up at 600000"]);
    await expect.poll(() => lab.checkedNow, POLL).toEqual([id]);
    expect(lab.published.map(({ status }) => status)).toEqual(["maintenance", "up"]);
  });

  test("after maintenance follows the locations if checks continued", async () => {
    const { id, seriesKey } = await createTarget("up");
    await createWindow({ countsUptime: false });
    await passTo(NOW_MS);
    await becomes(id, "maintenance");
    await lab.services.recording.recordEach(seriesKey, "xx", NOW_MS + MINUTE_MS);
    expect(await statusOf(id)).toBe("maintenance");
    await read([id]);
    await passTo(NOW_MS + 10 * MINUTE_MS);
    await becomes(id, "down");
    expect(await changesOf(id)).toEqual(["up → maintenance at 0", "maintenance → down at 600000"]);
  });

  test("does not change in a window that counts uptime", async () => {
    const { id, seriesKey } = await createTarget("up");
    const other = await createTarget("up");
    await createWindow({ targetIds: [id] });
    await createWindow({ countsUptime: false, targetIds: [other.id] });
    await passTo(NOW_MS + 1);
    await becomes(other.id, "maintenance");
    expect(await statusOf(id)).toBe("up");
    await lab.services.recording.recordEach(seriesKey, "x", NOW_MS + MINUTE_MS);
    expect(await statusOf(id)).toBe("down");
  });

  test("is corrected after a kill -9 during a window, even if the window has ended", async () => {
    const { id } = await createTarget("up");
    await createWindow({ mode: "pause" });
    await passTo(NOW_MS + 5);
    await becomes(id, "maintenance");
    await stop();
    lab.nowMs = NOW_MS + 60 * MINUTE_MS;
    await start();
    await becomes(id, "up");
    expect(await changesOf(id)).toEqual(["up → maintenance at 0", "maintenance → up at 600000"]);
    await expect.poll(() => lab.checkedNow, POLL).toEqual([id]);
  });

  test("changes at the window's start even if no process was running", async () => {
    const { id } = await createTarget("down");
    await stop();
    await start();
    await createWindow({ mode: "pause", startMs: NOW_MS + MINUTE_MS });
    await stop();
    lab.nowMs = NOW_MS + 5 * MINUTE_MS;
    await start();
    await becomes(id, "maintenance");
    expect(await changesOf(id)).toEqual(["down → maintenance at 60000"]);
  });

  test("changes back when the window is deleted", async () => {
    const [{ id }, other] = [await createTarget("up"), await createTarget("up")];
    await createWindow({ mode: "pause", minutes: 1 });
    const windowId = await createWindow({ mode: "pause", startMs: NOW_MS - 1_000, targetIds: [id] });
    await passTo(NOW_MS + 1);
    await becomes(id, "maintenance");
    await passTo(NOW_MS + 2 * MINUTE_MS);
    await becomes(other.id, "up");
    await lab.database.run(sql`delete from maintenance_window where id = ${windowId}`);
    lab.nowMs = NOW_MS + 3 * MINUTE_MS;
    await notify(windowId);
    await becomes(id, "up");
    expect((await changesOf(id)).at(-1)).toBe(`maintenance → up at ${3 * MINUTE_MS}`);
  });

  test("changes back at the moment the window is ended manually", async () => {
    const { id } = await createTarget("up");
    const windowId = await createWindow({ mode: "pause" });
    await passTo(NOW_MS + 1);
    await becomes(id, "maintenance");
    await lab.database.run(sql`
      update maintenance_window set ended_at = ${new Date(NOW_MS + 90_000)}, updated_at = now()
      where id = ${windowId}`);
    await notify(windowId);
    // Otherwise the keeper might run at the later time before it knows of the end.
    const isOpen = () =>
      lab.services.windowCache.openFor(selectable(lab.orgId, id), NOW_MS + 90_010).length > 0;
    await expect.poll(isOpen, POLL).toBe(false);
    await passTo(NOW_MS + 90_020);
    await becomes(id, "up");
    expect((await changesOf(id)).at(-1)).toBe("maintenance → up at 90000");
  });

  test("stays paused if the target is paused, and is maintenance after a resume", async () => {
    const { id } = await createTarget("paused");
    const other = await createTarget("up");
    await createWindow({ mode: "pause" });
    await passTo(NOW_MS + 1);
    await becomes(other.id, "maintenance");
    expect(await statusOf(id)).toBe("paused");
    await lab.database.run(sql`
      update target set enabled = true, status = 'pending', revision = revision + 1,
        status_since = ${new Date(NOW_MS + 5_000)} where id = ${id}`);
    lab.nowMs = NOW_MS + 5_000;
    await read([id]);
    const definition = lab.targets.get(id);
    if (definition) lab.services.keeper.consider(definition);
    await becomes(id, "maintenance");
    expect(await changesOf(id)).toEqual(["pending → maintenance at 5001"]);
  });

  test("changes only for the targets and tags of the window, of any kind", async () => {
    const named = await createTarget("up");
    const tagged = await createTarget("up", { tags: ["shop", "eu"] });
    const other = await createTarget("up", { tags: ["blog"] });
    const api = await makeApiMonitor(lab.database, {
      orgId: lab.orgId,
      createdAt: new Date(NOW_MS - MINUTE_MS),
    });
    await read([api.id]);
    await createWindow({ mode: "pause", targetIds: [named.id, api.id], tags: ["shop"] });
    await passTo(NOW_MS + 1);
    await becomes(named.id, "maintenance");
    await becomes(tagged.id, "maintenance");
    await expect
      .poll(() => lab.database.find(sql`select status from target where id = ${api.id}`), POLL)
      .toEqual({ status: "maintenance" });
    expect(await statusOf(other.id)).toBe("up");
  });

  test("is written after a reload if the snapshot was outdated", async () => {
    const { id } = await createTarget("up");
    await lab.database.run(sql`update target set name = 'New', revision = revision + 1 where id = ${id}`);
    await createWindow({ mode: "pause" });
    await passTo(NOW_MS + 1);
    await becomes(id, "maintenance");
  });
});
