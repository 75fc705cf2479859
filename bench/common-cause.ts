import process from "node:process";
import { findCommonCause } from "../packages/server/src/pipeline/common-cause/find-common-cause.ts";
import { makeFleet } from "./common-cause/fleet.ts";
import { failByCause, failByChance, type History, hasTrait } from "./common-cause/histories.ts";
import { table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";
import { createRandom } from "./simulate/random.ts";

/*
 * How often the common cause of failures is named, and how often one is named that is none: generated fleets, half of
 * their histories with a known cause, half by coincidence. No time is measured, and a seed gives the same figures on every
 * machine. `--quick` makes a tenth of the histories and writes nothing.
 */

const isQuick = process.argv.includes("--quick");
const HISTORIES = isQuick ? 200 : 2_000;
const SIZES = [10, 15, 30, 60, 200, 1_000];
const SEED = 22;
/** Attempts at a history in which enough targets fail. */
const ATTEMPTS_MAX = 20;

type Counts = {
  causes: number;
  right: number;
  wrong: number;
  silent: number;
  coincidences: number;
  named: number;
};

function measure(size: number): Counts {
  const random = createRandom(SEED + size);
  const counts: Counts = { causes: 0, right: 0, wrong: 0, silent: 0, coincidences: 0, named: 0 };
  for (let nr = 0; nr < HISTORIES; nr++) {
    const history = makeHistory(() => failByCause(random, makeFleet(random, size)));
    if (history !== null) {
      counts.causes += 1;
      counts[judge(history)] += 1;
    }
    counts.coincidences += 1;
    if (findCommonCause(failByChance(random, makeFleet(random, size))) !== null) counts.named += 1;
  }
  return counts;
}

function makeHistory(attempt: () => History | null): History | null {
  for (let nr = 0; nr < ATTEMPTS_MAX; nr++) {
    const history = attempt();
    if (history !== null) return history;
  }
  return null;
}

/** Right is the cause itself, or something that exactly the same failed targets have: the facts do not distinguish them. */
function judge({ bad, healthy, cause }: History): "right" | "wrong" | "silent" {
  const found = findCommonCause({ bad, healthy });
  if (found === null || cause === null) return "silent";
  if (found.kind === cause.trait.kind && found.value === cause.trait.value) return "right";
  const failed = bad.filter((target) => hasTrait(target, found)).map(({ id }) => id);
  const isSame = failed.length === cause.failedIds.size && failed.every((id) => cause.failedIds.has(id));
  return isSame ? "right" : "wrong";
}

const percent = (part: number, whole: number) =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
const precisionOf = ({ right, wrong, named }: Counts) => right / Math.max(1, right + wrong + named);
const recallOf = ({ right, causes }: Counts) => right / Math.max(1, causes);

const measured = SIZES.map((size) => ({ size, counts: measure(size) }));
const rows = measured.map(({ size, counts }) => {
  const { causes, right, wrong, silent, coincidences, named } = counts;
  return [
    String(size),
    percent(right, right + wrong + named),
    percent(right, causes),
    percent(wrong, causes),
    percent(silent, causes),
    percent(named, coincidences),
  ];
});
/** Beyond it, several targets fail by chance in each history, as 0.2 % of them do. */
const GOAL_SIZES = { min: 15, max: 200 };
const useful = measured.filter(({ size }) => size >= GOAL_SIZES.min && size <= GOAL_SIZES.max);
const verdicts: Verdict[] = [
  {
    what: "Least precision with 15 to 200 targets",
    goal: "≥ 95 %",
    measured: percent(Math.min(...useful.map(({ counts }) => precisionOf(counts))), 1),
    isMet: useful.every(({ counts }) => precisionOf(counts) >= 0.95),
  },
  {
    what: "Least recall with 15 to 200 targets",
    goal: "≥ 85 %",
    measured: percent(Math.min(...useful.map(({ counts }) => recallOf(counts))), 1),
    isMet: useful.every(({ counts }) => recallOf(counts) >= 0.85),
  },
  {
    what: "Causes named with 10 targets",
    goal: "0",
    measured: String(
      measured[0] ? measured[0].counts.right + measured[0].counts.wrong + measured[0].counts.named : 0,
    ),
    isMet:
      measured[0]?.counts.right === 0 && measured[0].counts.wrong === 0 && measured[0].counts.named === 0,
  },
];
const text = `## Common cause

${HISTORIES.toLocaleString("en")} generated fleets a row, each with a history of a known cause (3 targets to 60 % of the fleet have it, and 95 % of them fail, beside
chance failures) and one of a coincidence (3 to 6 unrelated targets). Precision counts both. The histories are generated, not
recorded: real fleets share more, and what they share is known less completely.

${table(["Targets", "precision", "recall", "another cause named", "silent", "coincidences named"], rows)}

${verdictTable(verdicts)}`;
process.stdout.write(`${text}\n`);
if (!isQuick) writeSection("common-cause", text);
if (verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1;
