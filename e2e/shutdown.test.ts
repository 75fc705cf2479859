import { afterEach, describe, expect, test } from "vitest";
import { createLab } from "./harness/lab.ts";
import { createMonitors, listResults } from "./harness/monitors.ts";
import { oldNode } from "./harness/old-node.ts";
import { processGone } from "./harness/processes.ts";
import { startTarget } from "./harness/target.ts";
import { SHIPPED_COMMAND, VEDETTE } from "./harness/vedette.ts";

/** SIGTERM to the process under load, and to its wrapper. */

const lab = createLab(afterEach);
const POLL = { timeout: 20_000, interval: 50 };
const MONITORS = 60;

describe("SIGTERM", () => {
  test("under load ends the process with code 0 in time, and keeps the result of every check", async () => {
    const dataDir = await lab.newDataDir();
    const target = await startTarget();
    const vedette = await lab.start({ dataDir, command: SHIPPED_COMMAND });
    // A third of them nearly always has a check in flight.
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
    await expect.poll(() => reader.responses(), POLL).toBeGreaterThan(5);

    // A process that needs more than 30 s to stop exits with code 1.
    expect(await vedette.stop()).toEqual({ code: 0, signal: null });
    await reader.ended;
    expect([...reader.seen]).toEqual([200]);
    expect(await vedette.postgresPids()).toEqual([]);
    const stoppedAtMs = Date.now();
    const requests = paths.map((path) => target.hits(path));

    const again = await lab.start({ dataDir, command: SHIPPED_COMMAND, key: vedette.key });
    const kept = await Promise.all(monitors.map(({ id }) => listResults(again, id)));
    const before = kept.map(
      (results) => results.filter((each) => Date.parse(each.checked_at) < stoppedAtMs).length,
    );
    expect(before).toEqual(requests);
    await target.close();
  });

  test("a second time ends the process at once", async () => {
    const vedette = await lab.start({ dataDir: await lab.newDataDir(), command: SHIPPED_COMMAND });
    const first = vedette.stop();
    await expect
      .poll(() => vedette.stderrLines().some((line) => line.includes("process.stopping")), POLL)
      .toBe(true);
    await vedette.stop();
    expect([0, 1]).toContain((await first).code);
    await expect.poll(() => vedette.postgresPids(), POLL).toEqual([]);
  });

  test.skipIf(oldNode === null)("to a wrapper of an older Node is forwarded", async () => {
    const command = [oldNode ?? "", VEDETTE, "serve"];
    const vedette = await lab.start({ dataDir: await lab.newDataDir(), command });
    expect(vedette.wrapperPid).not.toBe(vedette.pid);
    expect(await vedette.stop()).toEqual({ code: 0, signal: null });
    await processGone(vedette.pid);
    expect(await vedette.postgresPids()).toEqual([]);
  });

  test("to npm start ends all processes", async () => {
    const vedette = await lab.start({ dataDir: await lab.newDataDir(), command: ["npm", "start"] });
    await vedette.stop();
    await processGone(vedette.pid);
    expect(vedette.stderrLines().some((line) => line.includes("process.stopped"))).toBe(true);
    expect(await vedette.postgresPids()).toEqual([]);
  });
});

type Reader = {
  /** The distinct statuses so far. */
  seen: ReadonlySet<number>;
  responses(): number;
  /** Resolves when a request gets no response. */
  ended: Promise<void>;
};

/** Sends requests until one gets no response. */
function keepReading(send: () => Promise<{ status: number }>): Reader {
  const seen = new Set<number>();
  let responses = 0;
  const reading = async (): Promise<void> => {
    const response = await send().catch(() => null);
    if (response === null) return;
    seen.add(response.status);
    responses += 1;
    return reading();
  };
  return { seen, responses: () => responses, ended: reading() };
}
