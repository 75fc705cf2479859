import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import type { Verdict } from "@vedette/contract/evidence/verdict.ts";

/** The alert as sent to channels: without its delivery attempts. */
/** Without names of users, which must not leave this server. */
export type AlertPayload = Omit<Alert, "deliveries" | "acknowledged_by_name" | "resolved_by_name">;

export type AlertEventType = "opened" | "resolved" | "reminder";

/** Alerts of a rule that share a notification (ADR 0056). */
export type AlertGroup = {
  /** The same from the first message of the group to the recovery. */
  key: string;
  /** What the alerts have in common: a group, a tag, the rule or a common cause. */
  label: string;
  alerts: readonly AlertPayload[];
};

export type MessageVerdict = Verdict & {
  /** The page with the evidence. */
  url: string;
};

type Common = {
  /** The same in every attempt. */
  id: string;
  organization: { id: string; name: string };
  /** The page for this message. */
  url: string;
  /** The page on which everyone who has the link acknowledges the alerts; absent or null without one. */
  acknowledgeUrl?: string | null;
  /** Texts of the channel's templates, in place of those that Vedette writes. */
  custom?: CustomTexts;
};

export type CustomTexts = {
  /** One line. */
  title?: string;
  /** Lines, in place of everything below the first line. */
  text?: string;
  /** The whole request of a channel that sends a body of its user. */
  body?: { contentType: string; content: string };
};

/** The content of a notification, independent of any product's format. */
export type Message = Common &
  (
    | {
        kind: AlertEventType;
        alert: AlertPayload;
        /** Why the target is down; absent or null while that is not known. */
        verdict?: MessageVerdict | null;
        /** Of a rule that groups its alerts; contains `alert`. */
        group?: AlertGroup;
      }
    | { kind: "digest"; alerts: readonly { kind: AlertEventType; alert: AlertPayload }[] }
    | { kind: "operator"; title: string; text: string }
    | { kind: "test"; channelName: string }
  );

/** The alert of a message that is about one only; null otherwise. Codes and buttons of services stand for one alert. */
export function onlyAlertOf(message: Message): AlertPayload | null {
  return "alert" in message && (message.group?.alerts.length ?? 1) === 1 ? message.alert : null;
}
