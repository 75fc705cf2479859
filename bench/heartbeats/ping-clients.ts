import { once } from "node:events";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { spawnTied } from "../harness/tied-process.ts";

export type PingOrder = {
  url: string;
  /** Pinged in turn. */
  uuids: readonly string[];
  connections: number;
  seconds: number;
  ratePerSecond: number;
};

/** `dueMs` is when it should have been sent, after the start; status 0 if there was no answer. */
type PingReply = { dueMs: number; status: number; latencyMs: number };

/** What the process of the senders writes at its end. */
export type PingTally = { answers: PingReply[]; failures: string[]; cpuMs: number };

const SCRIPT = fileURLToPath(new URL("./ping-client-process.ts", import.meta.url));

export async function sendPings(order: PingOrder): Promise<PingTally> {
  const child = spawnTied(process.execPath, ["--disable-warning=ExperimentalWarning", SCRIPT], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (child.stdin === null || child.stdout === null) throw new Error("the senders have no input or output");
  const exited = once(child, "exit");
  child.stdin.end(JSON.stringify(order));
  const tally = (await json(child.stdout)) as PingTally;
  await exited;
  return tally;
}

export function countOf({ answers }: PingTally, status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

export function latencyAt({ answers }: PingTally, share: number): number {
  const sorted = answers.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
