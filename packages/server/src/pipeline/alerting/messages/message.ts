import type { Alert } from "@vedette/contract/alerts/alerts.ts";

/** The alert as sent to channels: without its delivery attempts. */
/** Without names of users, which must not leave this server. */
export type AlertPayload = Omit<Alert, "deliveries" | "acknowledged_by_name" | "resolved_by_name">;

export type AlertEventType = "opened" | "resolved" | "reminder";

type Common = {
  /** The same in every attempt. */
  id: string;
  organization: { id: string; name: string };
  /** The page for this message. */
  url: string;
};

/** The content of a notification, independent of any product's format. */
export type Message = Common &
  (
    | { kind: AlertEventType; alert: AlertPayload }
    | { kind: "digest"; alerts: readonly { kind: AlertEventType; alert: AlertPayload }[] }
    | { kind: "operator"; title: string; text: string }
    | { kind: "test"; channelName: string }
  );
