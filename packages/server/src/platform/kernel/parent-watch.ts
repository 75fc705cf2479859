/**
 * Calls `onLost` when the process that started this one is gone, even by kill -9. The wrapper in
 * `bin/launch.mjs` keeps an IPC channel open for as long as it lives; the kernel closes it for a dead
 * one. Without such a channel (a service manager, a container, `execve`) there is nothing to watch.
 */
export function watchParent(onLost: () => void): void {
  if (process.channel === undefined) return;
  process.once("disconnect", onLost);
  process.channel?.unref();
}
