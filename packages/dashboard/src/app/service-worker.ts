import { toastError } from "../components/toast.tsx";

/** Registers the service worker of public/service-worker.js. Browsers have it only on https and localhost. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/service-worker.js").catch((error: unknown) => {
      // Private windows of some browsers refuse; the dashboard works without it.
      if (!(error instanceof DOMException)) toastError(error);
    });
  });
}

/** Whether this browser can receive notifications while no page is open. On iOS only the installed app can. */
export function canReceivePush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}
