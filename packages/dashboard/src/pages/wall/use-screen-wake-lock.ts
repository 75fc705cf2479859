import { useEffect } from "react";

/** Keeps the screen on while the page is visible, if the browser can: on HTTPS and localhost. */
export function useScreenWakeLock(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    async function request(): Promise<void> {
      if (document.visibilityState !== "visible") return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (isOver) await lock.release();
      } catch {
        // Refused, for example because the battery is low: the wall works without it.
        lock = null;
      }
    }
    // The browser releases the lock when the page is hidden.
    const renew = () => void request();
    void request();
    document.addEventListener("visibilitychange", renew);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", renew);
      void lock?.release();
    };
  }, []);
}
