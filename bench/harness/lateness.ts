import { phaseMs } from "../../packages/server/src/pipeline/scheduler/grid.ts";

export type Lateness = { p50Ms: number; p99Ms: number; maxMs: number; count: number };

/**
 * The time from the slots of monitors to the requests at the target. The path of a request identifies its monitor; its
 * slot is the last one before the request.
 */
export function measureLateness(
  requests: readonly { path: string; atMs: number }[],
  monitors: ReadonlyMap<string, { id: string; intervalMs: number }>,
): Lateness {
  const late = requests.flatMap(({ path, atMs }) => {
    const monitor = monitors.get(path);
    if (!monitor) return [];
    const phase = phaseMs(monitor.id, monitor.intervalMs);
    // nginx rounds down to milliseconds, so a request may appear a millisecond early.
    return [
      Math.max(
        0,
        ((((atMs + 2 - phase) % monitor.intervalMs) + monitor.intervalMs) % monitor.intervalMs) - 2,
      ),
    ];
  });
  late.sort((a, b) => a - b);
  const at = (share: number) =>
    late[Math.min(late.length - 1, Math.floor(share * late.length))] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), count: late.length };
}
