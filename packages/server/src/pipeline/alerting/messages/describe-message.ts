import { assertNever } from "../../../platform/kernel/errors.ts";
import { isCauseGroup } from "../alerts/group-key.ts";
import {
  type AlertEventType,
  type AlertGroup,
  type AlertPayload,
  type Message,
  type MessageVerdict,
  onlyAlertOf,
} from "./message.ts";
import { oneLine } from "./plain-text.ts";

/** A message in plain text, which each channel converts to its own format. It contains no markup. */
export type Description = {
  /** One line. */
  headline: string;
  tone: "bad" | "good" | "neutral";
  /** Sentences, one line each. */
  paragraphs: readonly string[];
  facts: readonly { label: string; value: string }[];
  /** The alerts of a digest, one line each. */
  items: readonly string[];
  link: { label: string; url: string };
  /** The page that acknowledges the alerts; null if the message has none. */
  acknowledge: { label: string; url: string } | null;
};

const HEADLINE_LENGTH_MAX = 200;
const PARAGRAPH_LENGTH_MAX = 1_000;

/** Describes a message, with the texts of the channel's templates if it has any. */
export function describeMessage(message: Message): Description {
  const description = { ...describeStandard(message), acknowledge: acknowledgeOf(message) };
  const { title, text } = message.custom ?? {};
  const lines = text?.split("\n").map((line) => oneLine(line, PARAGRAPH_LENGTH_MAX));
  return {
    ...description,
    ...(title !== undefined && { headline: oneLine(title, HEADLINE_LENGTH_MAX) }),
    ...(lines !== undefined && { paragraphs: lines.filter((line) => line !== ""), facts: [], items: [] }),
  };
}

function acknowledgeOf(message: Message): Description["acknowledge"] {
  const url = message.acknowledgeUrl ?? null;
  return url === null
    ? null
    : { label: onlyAlertOf(message) === null ? "Acknowledge all" : "Acknowledge", url };
}

type StandardDescription = Omit<Description, "acknowledge">;

function describeStandard(message: Message): StandardDescription {
  switch (message.kind) {
    case "opened":
    case "reminder":
    case "resolved":
      return message.group !== undefined && message.group.alerts.length > 1
        ? describeGroup(message.kind, { ...message, group: message.group })
        : describeAlert(message.kind, message);
    case "digest":
      return describeDigest(message);
    case "operator":
      return {
        headline: oneLine(message.title, HEADLINE_LENGTH_MAX),
        tone: "bad",
        paragraphs: [oneLine(message.text, PARAGRAPH_LENGTH_MAX)],
        facts: [organizationFact(message)],
        items: [],
        link: { label: "View channels", url: message.url },
      };
    case "test":
      return {
        headline: "Test message from Vedette",
        tone: "neutral",
        paragraphs: [
          `The channel '${oneLine(message.channelName)}' works: alerts will be sent here. No action is needed.`,
        ],
        facts: [organizationFact(message)],
        items: [],
        link: { label: "Open Vedette", url: message.url },
      };
    default:
      return assertNever(message);
  }
}

function describeAlert(
  kind: AlertEventType,
  message: {
    alert: AlertPayload;
    verdict?: MessageVerdict | null;
    group?: AlertGroup;
    organization: { name: string };
    url: string;
  },
): StandardDescription {
  const { alert, verdict = null, group } = message;
  const cause =
    group !== undefined && isCauseGroup(group.key) && kind !== "resolved"
      ? `Common cause of ${group.label}`
      : "";
  const facts = [
    { label: "Target", value: `${oneLine(alert.target.name)} (${TARGETS[alert.target.type]})` },
    { label: kind === "resolved" ? "Opened" : "Since", value: instant(alert.triggered_at) },
    ...(alert.resolved_at === null || kind !== "resolved"
      ? []
      : [
          { label: "Resolved", value: instant(alert.resolved_at) },
          { label: "Lasted", value: spanBetween(alert.triggered_at, alert.resolved_at) },
        ]),
    ...whereFacts(alert),
    ...(alert.evidence.error ? [{ label: "Error", value: alert.evidence.error.code }] : []),
    { label: "Severity", value: alert.severity },
    ...(alert.target.owner === null ? [] : [{ label: "Owner", value: oneLine(alert.target.owner) }]),
    ...(verdict === null ? [] : [{ label: "Evidence", value: verdict.url }]),
    ...(alert.target.runbook_url === null ? [] : [{ label: "Runbook", value: alert.target.runbook_url }]),
    organizationFact(message),
  ];
  return {
    headline: `${PREFIXES[kind]}${oneLine(alert.title, HEADLINE_LENGTH_MAX)}`,
    tone: kind === "resolved" ? "good" : "bad",
    paragraphs: [
      alert.message,
      cause,
      ...(verdict === null ? [] : [verdictSentence(verdict)]),
      ...(kind === "resolved" ? [] : [alert.target.description ?? ""]),
    ]
      .map((text) => oneLine(text, PARAGRAPH_LENGTH_MAX))
      .filter((text) => text !== ""),
    facts,
    items: [],
    link: { label: "View alert", url: message.url },
  };
}

function verdictSentence({ certainty, summary }: MessageVerdict): string {
  return `${certainty === "certain" ? "Verdict" : "Likely verdict"}: ${summary}`;
}

const PREFIXES: Record<AlertEventType, string> = {
  opened: "",
  reminder: "Still open: ",
  resolved: "Resolved: ",
};

const TARGETS: Record<AlertPayload["target"]["type"], string> = {
  monitor: "monitor",
  api_monitor: "API monitor",
  journey: "journey",
  heartbeat: "heartbeat",
};

function describeGroup(
  kind: AlertEventType,
  message: { alert: AlertPayload; group: AlertGroup; organization: { name: string }; url: string },
): StandardDescription {
  const { label, alerts } = message.group;
  const severity = alerts.some((alert) => alert.severity === "critical") ? "critical" : "warning";
  const opened = alerts.map((alert) => alert.triggered_at).sort()[0] ?? message.alert.triggered_at;
  const resolved = kind === "resolved" ? message.alert.resolved_at : null;
  return {
    headline: `${PREFIXES[kind]}${oneLine(label.replace(/\.$/, ""), HEADLINE_LENGTH_MAX)}: ${alerts.length} alerts`,
    tone: kind === "resolved" ? "good" : "bad",
    paragraphs: [],
    facts: [
      { label: kind === "resolved" ? "Opened" : "Since", value: instant(opened) },
      ...(resolved === null
        ? []
        : [
            { label: "Resolved", value: instant(resolved) },
            { label: "Lasted", value: spanBetween(opened, resolved) },
          ]),
      { label: "Severity", value: severity },
      organizationFact(message),
    ],
    items: alerts.map((alert) => itemOf(alert)),
    link: { label: "View all alerts", url: message.url },
  };
}

function itemOf(alert: AlertPayload): string {
  const where = [whereOf(alert), `since ${instant(alert.triggered_at)}`].filter(Boolean).join(", ");
  return `${oneLine(alert.title, HEADLINE_LENGTH_MAX)} (${where})`;
}

function describeDigest(message: Message & { kind: "digest" }): StandardDescription {
  const counts = Map.groupBy(message.alerts, ({ kind }) => kind);
  const labels = (["opened", "reminder", "resolved"] as const)
    .filter((kind) => counts.has(kind))
    .map((kind) => `${counts.get(kind)?.length} ${EVENT_LABELS[kind]}`);
  return {
    headline: `${message.alerts.length} alerts: ${labels.join(", ")}`,
    tone: counts.has("opened") || counts.has("reminder") ? "bad" : "good",
    paragraphs: [],
    facts: [organizationFact(message)],
    items: message.alerts.map(({ kind, alert }) => `${PREFIXES[kind]}${itemOf(alert)}`),
    link: { label: "View all alerts", url: message.url },
  };
}

const EVENT_LABELS: Record<AlertEventType, string> = {
  opened: "opened",
  reminder: "still open",
  resolved: "resolved",
};

function organizationFact({ organization }: { organization: { name: string } }) {
  return { label: "Organization", value: oneLine(organization.name) };
}

function whereFacts(alert: AlertPayload): { label: string; value: string }[] {
  const where = whereOf(alert);
  return where === "" ? [] : [{ label: "Where", value: where }];
}

/** The locations of an alert; empty if it is about the whole target. */
function whereOf({ evidence: { locations, location } }: AlertPayload): string {
  return oneLine((locations ?? (location === null ? [] : [location])).join(", "));
}

/** With seconds, so that readers can compare it with logs. */
function instant(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

function spanBetween(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));
  const parts = [
    { count: Math.floor(seconds / 86_400), unit: "d" },
    { count: Math.floor(seconds / 3_600) % 24, unit: "h" },
    { count: Math.floor(seconds / 60) % 60, unit: "min" },
    { count: seconds % 60, unit: "s" },
  ];
  const first = parts.findIndex(({ count }) => count > 0);
  if (first < 0) return "0 s";
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${count} ${unit}`)
    .join(" ");
}
