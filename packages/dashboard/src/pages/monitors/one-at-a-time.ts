/** Work that is never under way twice. */
export type OneAtATime = {
  /** Begins after so long, or `pauseMs` after the run that is under way: one run more at most. */
  within(ms: number): void;
  /** Begins nothing any more. */
  stop(): void;
};

export function oneAtATime(work: () => Promise<void>, pauseMs: number): OneAtATime {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isWanted = false;
  let isStopped = false;

  async function run(): Promise<void> {
    timer = undefined;
    isRunning = true;
    await work();
    isRunning = false;
    if (isWanted) {
      isWanted = false;
      within(pauseMs);
    }
  }

  function within(ms: number): void {
    if (isStopped) return;
    if (isRunning) isWanted = true;
    else timer ??= setTimeout(run, ms);
  }

  return {
    within,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
