import { afterEach, describe, expect, test } from "vitest";
import { createLab } from "./harness/lab.ts";
import { createMonitors, resultsOf } from "./harness/monitors.ts";
import { oldNode } from "./harness/old-node.ts";
import { processGone } from "./harness/processes.ts";
import { startTarget } from "./harness/target.ts";
import { VEDETTE } from "./harness/vedette.ts";

/** SIGTERM to the process under load, and to its wrapper. */

const lab = createLab(afterEach);
const POLL = { timeout: 20_000, interval: 50 };
const MONITORS = 60;

describe("SIGTERM", () => {
  test("under load ends the process with code 0 in time, and every check that was made is kept", async () => {
    const dataDir = await lab.newDataDir();
    const target = await startTarget();
    const vedette = await lab.start({ dataDir });
    // A third of them always has a check under way.
    const paths = Array.from(
      { length: MONITORS },
      (_, index) => `${index % 3 === 0 ? "/slow-900" : "/"}?${index}`,
    );
    const monitors = await createMonitors(
      vedette,
      paths.map((path) => ({ name: path, url: target.url(path) })),
    );
    await expect.poll(() => paths.every((path) => target.hits(path) >= 2), POLL).toBe(true);
    const reader = keepReading(() => vedette.request("GET", "/api/v1/monitors?limit=50"));
    await expect.poll(() => reader.answers(), POLL).toBeGreaterThan(5);

    // In time: a process whose stop takes longer than promise 7 of the architecture ends itself with code 1.
    expect(await vedette.stop()).toEqual({ code: 0, signal: null });
    await reader.ended;
    expect([...reader.seen]).toEqual([200]);
    expect(await vedette.postgresPids()).toEqual([]);
    const stoppedAtMs = Date.now();
    const asked = paths.map((path) => target.hits(path));

    const again = await lab.start({ dataDir, key: vedette.key });
    const kept = await Promise.all(monitors.map(({ id }) => resultsOf(again, id)));
    const before = kept.map(
      (results) => results.filter((each) => Date.parse(each.checked_at) < stoppedAtMs).length,
    );
    expect(before).toEqual(asked);
    await target.close();
  });

  test("twice ends it at once", async () => {
    const vedette = await lab.start({ dataDir: await lab.newDataDir() });
    const first = vedette.stop();
    await expect
      .poll(() => vedette.stderrLines().some((line) => line.includes("process.stopping")), POLL)
      .toBe(true);
    await vedette.stop();
    expect([0, 1]).toContain((await first).code);
    await expect.poll(() => vedette.postgresPids(), POLL).toEqual([]);
  });

  test.skipIf(oldNode === null)("to a wrapper of an older Node is handed on", async () => {
    const command = [oldNode ?? "", VEDETTE, "serve"];
    const vedette = await lab.start({ dataDir: await lab.newDataDir(), command });
    expect(vedette.wrapperPid).not.toBe(vedette.pid);
    expect(await vedette.stop()).toEqual({ code: 0, signal: null });
    await processGone(vedette.pid);
    expect(await vedette.postgresPids()).toEqual([]);
  });

  test("to npm start ends everything", async () => {
    const vedette = await lab.start({ dataDir: await lab.newDataDir(), command: ["npm", "start"] });
    await vedette.stop();
    await processGone(vedette.pid);
    expect(vedette.stderrLines().some((line) => line.includes("process.stopped"))).toBe(true);
    expect(await vedette.postgresPids()).toEqual([]);
  });
});

type Reader = {
  /** The statuses of all answers so far, each once. */
  seen: ReadonlySet<number>;
  answers(): number;
  /** Resolves when no answer comes any more. */
  ended: Promise<void>;
};

/** Sends requests until no one responds. */
function keepReading(ask: () => Promise<{ status: number }>): Reader {
  const seen = new Set<number>();
  let answers = 0;
  const reading = async (): Promise<void> => {
    const answer = await ask().catch(() => null);
    if (answer === null) return;
    seen.add(answer.status);
    answers += 1;
    return reading();
  };
  return { seen, answers: () => answers, ended: reading() };
}
