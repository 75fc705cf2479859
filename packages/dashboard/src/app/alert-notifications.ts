import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { useRef } from "react";
import { dataOf } from "../api/client.ts";
import { useLiveMessages } from "./live.tsx";
import { useApi } from "./session.tsx";
import { storedNotifications } from "./stored.ts";

/** Older alerts are no news: their events arrive after an interruption. */
const NEWS_MS = 5 * 60_000;
/** Alerts that this page has notified of. */
const KNOWN_MAX = 500;

/** Shows a browser notification for each alert that opens while the page is hidden, if the person asked for them here. */
export function useAlertNotifications(): void {
  const api = useApi();
  const known = useRef(new Set<string>());

  async function notify(id: string): Promise<void> {
    const alert = await dataOf(api.GET("/api/v1/alerts/{id}", { params: { path: { id } } }));
    // Maintenance, a snooze or a parent that is down suppresses notifications here too.
    if (alert.suppressed_by === null) showNotification(alert);
  }

  useLiveMessages((messages) => {
    for (const message of messages) {
      if (message.type !== "alert.changed") continue;
      const { alert_id: id, resolved_at, acknowledged_at, triggered_at } = message.data;
      const isNews = Date.now() - Date.parse(triggered_at) < NEWS_MS;
      if (known.current.has(id) || resolved_at !== null || acknowledged_at !== null || !isNews) continue;
      if (known.current.size >= KNOWN_MAX) known.current.clear();
      known.current.add(id);
      // A failed request leaves the alert to the channels.
      if (document.hidden && mayNotify()) void notify(id).catch(() => known.current.delete(id));
    }
  });
}

export function canNotify(): boolean {
  return "Notification" in window;
}

export function mayNotify(): boolean {
  return canNotify() && Notification.permission === "granted" && storedNotifications.read();
}

function showNotification({ id, title, message }: Alert): void {
  // The tag keeps two tabs from showing it twice.
  const notification = new Notification(title, { body: message, tag: id, icon: "/favicon-down.svg" });
  notification.onclick = () => {
    window.focus();
    notification.close();
    window.location.assign(`/alerts/${id}`);
  };
}
