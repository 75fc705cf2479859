import process from "node:process";
import type { Verdict } from "../harness/report.ts";
import type { Fault } from "./fault.ts";
import { allAsExpected, allHold, type HostileCheck, startHostileChecks } from "./targets/hostile-checks.ts";
import { runTestClauses } from "./vitest/test-clauses.ts";

const LARGE = ["body-100-mib", "body-endless"];
const BOMBS = ["bomb-gzip", "bomb-brotli"];
/** More layers than a body may have. */
const STACKED = ["encodings-20", "encoding-false"];
const LENGTHS = ["length-short", "length-long", "length-negative", "length-twice", "204-with-body"];
const MIB = 1_048_576;
/** What an unread body may cost: the largest part that is read to count its bytes. */
const READ_BYTES_MAX = 20 * MIB;
const GROWTH_MIB_MAX = 20;
const ROUNDS = 5;

export const fault: Fault = {
  name: "f17",
  what: "bodies that are huge, endless, compressed bombs or of a false length",
  async run(folder) {
    const hostile = await startHostileChecks();
    const runAll = async (names: readonly string[], reads: boolean) => {
      const checks: HostileCheck[] = [];
      for (const name of names) checks.push(await hostile.run(name, { reads }));
      return checks;
    };
    try {
      const all = [...LARGE, ...BOMBS, ...STACKED];
      const unread = await runAll(all, false);
      const read = await runAll([...LARGE, ...BOMBS], true);
      const stacked = await runAll(STACKED, true);
      const head = await hostile.run("head-with-body", { method: "HEAD" });
      const lengths = [...(await runAll(LENGTHS, false)), head];
      return [
        allAsExpected("a check of the status passes", "up", unread),
        allHold("a body that no assertion needs is read in part", `≤ ${READ_BYTES_MAX / MIB} MiB`, {
          checks: unread,
          holds: ({ outcome }) => (outcome.bodyBytes ?? 0) <= READ_BYTES_MAX,
        }),
        allAsExpected("an assertion on the body fails by name", "BODY_TOO_LARGE at 1 MiB decoded", read),
        allAsExpected("too many layers of encodings, or a false one", "PROTOCOL_ERROR", stacked),
        allAsExpected(
          "false lengths, and bodies after HEAD and 204",
          "surplus ignored, others named",
          lengths,
        ),
        await growth(() => runAll([...LARGE, ...BOMBS], true)),
        ...(await runTestClauses(folder, {
          files: ["packages/server/src/engine/checks/http/body.test.ts"],
          clauses: [
            {
              what: "a bomb inside a bomb, and a text of exactly 1 MiB",
              goal: "BODY_TOO_LARGE; evaluated",
              tests: ["encodings", "a text of exactly 1 MiB is evaluated, one byte more is BODY_TOO_LARGE"],
            },
          ],
        })),
      ];
    } finally {
      await hostile.close();
    }
  },
};

/** The most that a check adds to the memory of this process, once the first ones have grown its heap. */
async function growth(run: () => Promise<HostileCheck[]>): Promise<Verdict> {
  await run();
  const before = process.memoryUsage.rss();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 5);
  for (let round = 0; round < ROUNDS; round++) await run();
  clearInterval(timer);
  return {
    what: "memory during such checks, above that of the first ones",
    goal: `< ${GROWTH_MIB_MAX} MiB`,
    measured: `${(most / MIB).toFixed(1)} MiB`,
    isMet: most < GROWTH_MIB_MAX * MIB,
  };
}
