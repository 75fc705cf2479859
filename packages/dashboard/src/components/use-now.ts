import { useSyncExternalStore } from "react";

const TICK_MS = 1_000;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let nowMs = Date.now();

/** The time, to the second. One clock for all who show an age, so that they change together. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => nowMs);
}

function watch(onTick: () => void): () => void {
  watchers.add(onTick);
  if (timer === undefined) {
    nowMs = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  return () => {
    watchers.delete(onTick);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  nowMs = Date.now();
  for (const onTick of watchers) onTick();
}
