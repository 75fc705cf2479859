import { setTimeout as pause } from "node:timers/promises";
import type { CheckSpec } from "../../packages/contract/src/checks/check-run.ts";
import { runCheck } from "../../packages/server/src/engine/checks/registry.ts";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import { createEgress } from "../../packages/server/src/platform/net/egress.ts";
import { createEgressPolicy } from "../../packages/server/src/platform/net/egress-policy.ts";
import { specOf } from "../../packages/server/test/hostile/check-specs.ts";
import { ownCpuMs } from "../harness/process-usage.ts";
import type { Work } from "./bare-loops.ts";
import type { BenchKind, RunningKind } from "./bench-kinds.ts";
import { type Conversation, recordDatagrams, recordStream } from "./record.ts";

/** What a check of a kind costs, and a bare loop: CPU milliseconds, medians of the rounds; `ratio` is that within them. */
export type KindCost = { kind: BenchKind; checkMs: number; bareMs: number; ratio: number };

type Rounds = { count: number; seconds: number };

const READY_TRIES = 100;
const READY_PAUSE_MS = 100;

const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
// One signal for all checks, as a runner has it.
const ctx = { clock: systemClock, egress: createEgress({ policy }), signal: new AbortController().signal };

/** Measures checks of a kind and the bare loop in turns; each has a turn before, which is not counted. */
export async function measureKind({ kind, port }: RunningKind, rounds: Rounds): Promise<KindCost> {
  const check = checkWork(kind, port);
  const bare = kind.bare(port, await conversationOf(kind, port));
  const load = { seconds: rounds.seconds, concurrency: kind.concurrency };
  for (const work of [check, bare]) await cpuMsOf(work, load);
  const measured: { checkMs: number; bareMs: number }[] = [];
  for (let round = 0; round < rounds.count; round += 1) {
    // The bare loop is first in every second round.
    const isBareFirst = round % 2 === 1;
    const firstMs = await cpuMsOf(isBareFirst ? bare : check, load);
    const secondMs = await cpuMsOf(isBareFirst ? check : bare, load);
    const [checkMs, bareMs] = isBareFirst ? [secondMs, firstMs] : [firstMs, secondMs];
    measured.push({ checkMs, bareMs });
  }
  return {
    kind,
    checkMs: median(measured.map(({ checkMs }) => checkMs)),
    bareMs: median(measured.map(({ bareMs }) => bareMs)),
    ratio: median(measured.map(({ checkMs, bareMs }) => checkMs / bareMs)),
  };
}

/** Some servers open their port before they are ready. */
export async function waitUntilUp(check: Work): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await check();
      return;
    } catch (error) {
      if (tries === READY_TRIES) throw error;
      await pause(READY_PAUSE_MS);
    }
  }
}

/** One check, which must be up. */
export function checkWork(kind: BenchKind, port: number): Work {
  const spec: CheckSpec = specOf(kind.type, kind.fields(port));
  return async () => {
    const { error } = await runCheck(spec, ctx);
    if (error) throw new Error(`${kind.type}: ${error.code}: ${error.message}`);
  };
}

async function conversationOf(kind: BenchKind, port: number): Promise<Conversation> {
  if (kind.transport === null) return [];
  const record = kind.transport === "stream" ? recordStream : recordDatagrams;
  const conversation = await record(port, (relayPort) => checkWork(kind, relayPort)());
  const isAfterFarewell = kind.hasFarewell && conversation.at(-1)?.from === "server";
  return isAfterFarewell ? conversation.slice(0, -1) : conversation;
}

type Load = { seconds: number; concurrency: number };

async function cpuMsOf(work: Work, { seconds, concurrency }: Load): Promise<number> {
  const endMs = performance.now() + seconds * 1_000;
  const beforeMs = ownCpuMs();
  let done = 0;
  const worker = async () => {
    while (performance.now() < endMs) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (ownCpuMs() - beforeMs) / done;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
