import { describeMessage } from "./describe-message.ts";
import type { AlertPayload, Message } from "./message.ts";
import { listWithin, oneLine } from "./plain-text.ts";

/**
 * A message for services that keep a record of each alert: opened by one message, updated, and resolved under the same key.
 */
export type AlertRecord = {
  /** The same in all messages of an alert, or of a group of alerts. */
  key: string;
  isResolved: boolean;
  /** `info` for messages that are about no alert, such as tests. */
  severity: AlertPayload["severity"] | "info";
  /** One line. */
  title: string;
  /** Lines below the title. */
  text: string;
  /** What the alert is about. */
  source: string;
  facts: Readonly<Record<string, string>>;
  link: { label: string; url: string };
  /** The page that acknowledges the alert; null if the message has none. */
  acknowledge: { label: string; url: string } | null;
  triggeredAt: string | null;
};

/** Services take at least this much. */
const RECORD_LENGTH_MAX = 10_000;

export function alertRecord(message: Message): AlertRecord {
  const { headline, paragraphs, facts, items, link, acknowledge } = describeMessage(message);
  const alert = "alert" in message ? message.alert : null;
  const group = "alert" in message ? message.group : undefined;
  return {
    key: group?.key ?? alert?.id ?? message.id,
    isResolved: message.kind === "resolved",
    severity: alert?.severity ?? "info",
    title: headline,
    text: listWithin(
      [...paragraphs, ...items, ...facts.map(({ label, value }) => `${label}: ${value}`)],
      RECORD_LENGTH_MAX,
    ),
    source: oneLine(alert?.target.name ?? "Vedette"),
    facts: Object.fromEntries(facts.map(({ label, value }) => [label, value])),
    ...{ link, acknowledge },
    triggeredAt: alert?.triggered_at ?? null,
  };
}

/** The text, with the link that acknowledges on a line of its own. For services whose records have one link only. */
export function recordText({ text, acknowledge }: AlertRecord): string {
  return acknowledge === null ? text : `${text}\n${acknowledge.label}: ${acknowledge.url}`;
}

/** Cuts a text to what a service takes, without half of a character. */
export function textWithin(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).toWellFormed();
}
