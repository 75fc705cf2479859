/**
 * Calls `onLost` when the parent process is gone, even after kill -9. The wrapper in `bin/launch.mjs` keeps an IPC
 * channel open while it lives; the kernel closes it when the wrapper dies. Without such a channel (a service manager, a
 * container, `execve`) there is nothing to watch.
 */
export function watchParent(onLost: () => void): void {
  if (process.channel === undefined) return;
  process.once("disconnect", onLost);
  process.channel?.unref();
}
