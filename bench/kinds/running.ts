import process from "node:process";
import type { TlsLeaf } from "../../packages/server/test/tls-fixtures.ts";
import type { BenchKind, RunningKind } from "./bench-kinds.ts";
import { checkWork, waitUntilUp } from "./cost.ts";

/** Starts the servers of all kinds at once, because some take seconds; all are stopped if one does not start. */
export async function startKinds(kinds: readonly BenchKind[], leaf: TlsLeaf): Promise<RunningKind[]> {
  // Each program ends with this process by a listener.
  process.setMaxListeners(process.getMaxListeners() + kinds.length);
  const started = await Promise.allSettled(kinds.map((kind) => startKind(kind, leaf)));
  const running = started.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failed = started.find((each) => each.status === "rejected");
  if (!failed) return running;
  await stopKinds(running);
  throw failed.reason;
}

export async function stopKinds(running: readonly RunningKind[]): Promise<void> {
  await Promise.all(running.map(({ stop }) => stop()));
}

async function startKind(kind: BenchKind, leaf: TlsLeaf): Promise<RunningKind> {
  const { port, stop } = await kind.start(leaf);
  try {
    await waitUntilUp(checkWork(kind, port));
  } catch (error) {
    await stop();
    throw error;
  }
  return { kind, port, stop };
}
