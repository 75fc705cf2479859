import { PingLauncher } from "../../checks/ping/ping-launcher.ts";

/** One for each thread. */
const launcher = new PingLauncher();

/**
 * Runs a program with fixed arguments, never through a shell, and kills it at the deadline. Returns null then, or if it
 * could not be started.
 */
export function runPathProgram(
  path: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ output: string; errors: string } | null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => {
    const onAbort = () => {
      kill();
      resolve(null);
    };
    const settle = (printed: { output: string; errors: string } | null) => {
      signal.removeEventListener("abort", onAbort);
      resolve(printed);
    };
    const kill = launcher.run(path, args, { onEnd: settle, onFailure: () => settle(null) });
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
