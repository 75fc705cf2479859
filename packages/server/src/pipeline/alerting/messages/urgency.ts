import type { AlertPayload, Message } from "./message.ts";

/** How urgent a message is; each service maps it to its own priorities. */
export type Urgency = "critical" | "warning" | "resolved" | "info";

/** Of several alerts, the most urgent one. Notes to owners are warnings, tests are information. */
export function urgencyOf(message: Message): Urgency {
  switch (message.kind) {
    case "opened":
    case "reminder":
      return severityOf(message.group?.alerts ?? [message.alert]);
    case "resolved":
      return "resolved";
    case "digest": {
      const open = message.alerts.filter(({ kind }) => kind !== "resolved");
      return open.length === 0 ? "resolved" : severityOf(open.map(({ alert }) => alert));
    }
    case "operator":
      return "warning";
    case "test":
      return "info";
  }
}

function severityOf(alerts: readonly AlertPayload[]): Urgency {
  return alerts.some(({ severity }) => severity === "critical") ? "critical" : "warning";
}

/** The same for all messages of an alert or group of alerts; other messages have their own. */
export function threadKeyOf(message: Message): string {
  return "alert" in message ? (message.group?.key ?? message.alert.id) : message.id;
}
