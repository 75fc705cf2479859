import type { Alert } from "@vedette/contract/alerts/alerts.ts";

/** An alert as it is told: all of it but the tries to tell it. */
/** Without names of people, who need not be known outside. */
export type AlertPayload = Omit<Alert, "deliveries" | "acknowledged_by_name" | "resolved_by_name">;

export type AlertEventType = "opened" | "resolved" | "reminder";

type Common = {
  /** The same in every try to send it. */
  id: string;
  organization: { id: string; name: string };
  /** Where people see it. */
  url: string;
};

/** What is to be told, before any product's way of saying it. */
export type Message = Common &
  (
    | { kind: AlertEventType; alert: AlertPayload }
    | { kind: "digest"; alerts: readonly { kind: AlertEventType; alert: AlertPayload }[] }
    | { kind: "operator"; title: string; text: string }
    | { kind: "test"; channelName: string }
  );
