import { machineFacts, table, type Verdict, verdictTable } from "../harness/report.ts";
import type { KindCost } from "./cost.ts";
import { HTTP_PER_SECOND, MIXED_PER_SECOND, type Mix } from "./mix.ts";

/** The lateness goal of as many HTTP checks alone; see the section of `checks`. */
const LATE_MS = 30;

export function report(costs: readonly KindCost[], mix: Mix): string {
  return [
    "## `kinds`: what checks of each kind cost",
    machineFacts(),
    "CPU milliseconds of the checking process for a check by the engine, and for a bare loop that sends the bytes of a recorded check again and reads no more than that the server has answered; four at once, in turns in one process, medians of the rounds; `ratio` is that within them. The bare loops of HTTP (`url`, `rabbitmq`, `docker`), HTTP/2 (`grpc`) and TLS are Node's own clients, that of `ssh` makes the key exchange too; that of `ping` starts the program itself, which the engine leaves to a small process that is not counted; `websocket` is compared with raw bytes. Nothing is stored. The servers are real ones on loopback, and their CPU is not counted.",
    table(["Kind", "check ms", "bare ms", "ratio"], costs.map(cells)),
    `The whole process, everything stored: ${HTTP_PER_SECOND} HTTP checks a second alone, then beside ${MIXED_PER_SECOND} checks a second of all other kinds (${mix.kinds.join(", ")}) with their servers on the same cores, then alone again. Lateness by the access log of nginx.`,
    table(
      ["HTTP checks", "a second", "late p50 ms", "late p99 ms", "Node CPU", "PostgreSQL CPU"],
      [
        mixCells("alone", mix.before),
        mixCells("beside the other kinds", mix.beside),
        mixCells("alone again", mix.after),
      ],
    ),
    verdictTable(verdicts(mix)),
  ].join("\n\n");
}

function cells({ kind, checkMs, bareMs, ratio }: KindCost): string[] {
  return [`\`${kind.type}\`: ${kind.what}`, checkMs.toFixed(3), bareMs.toFixed(3), ratio.toFixed(2)];
}

function mixCells(what: string, { perSecond, nodeMs, postgresMs, lateness }: Mix["before"]): string[] {
  const percent = (ms: number) => `${((ms * perSecond) / 10).toFixed(0)} %`;
  return [
    what,
    perSecond.toFixed(0),
    lateness.p50Ms.toFixed(0),
    lateness.p99Ms.toFixed(0),
    percent(nodeMs),
    percent(postgresMs),
  ];
}

function verdicts({ before, beside, after, mixedPerSecond, failed }: Mix): Verdict[] {
  const aloneMs = (before.lateness.p99Ms + after.lateness.p99Ms) / 2;
  const { p99Ms } = beside.lateness;
  return [
    {
      what: "Lateness p99 of the HTTP checks beside the other kinds",
      goal: `≤ ${LATE_MS} ms`,
      measured: `${p99Ms.toFixed(0)} ms, ${(p99Ms / aloneMs).toFixed(2)} × alone`,
      isMet: p99Ms <= LATE_MS,
    },
    {
      what: "HTTP checks/s beside them",
      goal: `${HTTP_PER_SECOND}`,
      measured: beside.perSecond.toFixed(0),
      isMet: beside.perSecond >= HTTP_PER_SECOND * 0.985,
    },
    {
      what: "Checks/s of the other kinds, all up",
      goal: `${MIXED_PER_SECOND}`,
      measured: `${mixedPerSecond.toFixed(0)}, ${failed} not up`,
      isMet: mixedPerSecond >= MIXED_PER_SECOND * 0.985 && failed === 0,
    },
  ];
}
