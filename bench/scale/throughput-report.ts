import { machineFacts, table, type Verdict, verdictTable } from "../harness/report.ts";
import { ABOVE, type Figures, type Measured, type Part, STEADY } from "./throughput.ts";

/** The cost of the queue alone, measured by `npm run bench -- queue`. */
const HOP_MS = 0.027;

/** The tables of both loads, and what they say about the goals. */
export function reportThroughput({ allInOne, fleet }: { allInOne: Measured; fleet: Measured }): string {
  const rows = [allInOne, fleet].flatMap(({ name, steady, above }) =>
    (
      [
        ["steady", steady],
        ["above", above],
      ] as const
    ).map(([kind, figures]) => rowOf(`${name}, ${kind}`, figures)),
  );
  const costMs = fleet.steady.cpuMs - allInOne.steady.cpuMs;
  return [
    "## `scale`: a fleet against the all-in-one",
    machineFacts(),
    `One API, two schedulers, one runner with one thread, NATS and PostgreSQL as processes, compared with the all-in-one process; both end to end, with everything stored. "steady" is ${STEADY} monitors at 1 s for each, both measured at the same time; "above" is ${ABOVE} for one after the other, which exceeds the capacity of both. The target, nginx, runs on the same cores and is not counted.`,
    table(
      [
        "Load",
        "checks/s",
        "CPU ms per check",
        "breakdown",
        "checks/s per core",
        "late p50 ms",
        "late p99 ms",
        "memory MB (PSS)",
      ],
      rows,
    ),
    verdictTable(verdicts(allInOne, fleet)),
    `The split costs ${(costMs * 1_000).toFixed(0)} µs per check at ${STEADY}/s. The queue alone takes ${HOP_MS * 1_000} µs (\`queue\`) at 22,000 checks a second, which fill its messages; at ${STEADY}/s each scheduler gathers checks for 100 ms and the runner reports for 130 ms.`,
  ].join("\n\n");
}

function rowOf(name: string, { perSecond, cpuMs, parts, lateness }: Figures): string[] {
  const each = (format: (part: Part) => string) =>
    Object.entries(parts)
      .map(([part, figures]) => `${part} ${format(figures)}`)
      .join(", ");
  return [
    name,
    perSecond.toFixed(0),
    cpuMs.toFixed(3),
    each((part) => part.cpuMs.toFixed(3)),
    (1_000 / cpuMs).toFixed(0),
    lateness.p50Ms.toFixed(0),
    lateness.p99Ms.toFixed(0),
    each((part) => part.pssMb.toFixed(0)),
  ];
}

function verdicts(allInOne: Measured, fleet: Measured): Verdict[] {
  const cost = fleet.steady.cpuMs / allInOne.steady.cpuMs;
  const most = fleet.above.perSecond / allInOne.above.perSecond;
  const { p99Ms } = fleet.steady.lateness;
  return [
    {
      what: `CPU of a check at ${STEADY}/s, fleet / all in one`,
      goal: "≤ 1.5 ×",
      measured: `${cost.toFixed(2)} ×`,
      isMet: cost <= 1.5,
    },
    {
      what: `Checks completed of ${ABOVE}/s, fleet / all in one`,
      goal: "≥ 0.66 ×",
      measured: `${most.toFixed(2)} ×`,
      isMet: most >= 0.66,
    },
    {
      what: `Lateness p99 at ${STEADY}/s, fleet`,
      goal: "≤ 100 ms",
      measured: `${p99Ms.toFixed(0)} ms`,
      isMet: p99Ms <= 100,
    },
  ];
}
