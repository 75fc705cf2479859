import type { Snooze } from "@vedette/contract/targets/snooze.ts";
import { Notice } from "../../components/notice.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { useNow } from "../../components/use-now.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { snoozeText } from "./snooze-text.ts";

type SnoozeBadgeProps = {
  snooze: Snooze | null;
  /** In a row of one line: shows "Snoozed" only. A screen reader and the tooltip say until when. */
  isShort?: boolean;
};

/** Beside the status of a target: until when it is snoozed. Nothing if it is not. */
export function SnoozeBadge({ snooze, isShort = false }: SnoozeBadgeProps) {
  // Most targets are not snoozed, and need no timer.
  return snooze === null ? null : <Badge snooze={snooze} isShort={isShort} />;
}

function Badge({ snooze, isShort }: { snooze: Snooze; isShort: boolean }) {
  const text = snoozeText(snooze, useNow());
  if (text === null) return null;
  const reason = snooze.reason ?? undefined;
  return (
    <span
      title={isShort ? [t("Snoozed {until}", { until: text }), reason].filter(Boolean).join(": ") : reason}
      className={`inline-flex items-center gap-1.5 rounded-full bg-paused-ground py-0.5 pe-2.5 ps-2 text-[0.8125rem] font-semibold text-paused ${isShort ? "flex-none" : ""}`}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 flex-none fill-current">
        <path d="M6.500 2a6 6 0 1 0 7.500 7.500A5.500 5.500 0 0 1 6.500 2" />
      </svg>
      <span>
        <Message
          text="Snoozed {until}"
          values={{ until: <span className={isShort ? "sr-only" : undefined}>{text}</span> }}
        />
      </span>
    </span>
  );
}

/** On the page of a target: who snoozed it, when and why. */
export function SnoozeNotice({ snooze }: { snooze: Snooze | null }) {
  const text = snoozeText(snooze, useNow());
  if (snooze === null || text === null) return null;
  return (
    <Notice kind="hint">
      {t("Notifications are off {until}. Snoozed by {person} on {time}", {
        until: text,
        person: snooze.by,
        time: absoluteTime(snooze.at),
      })}
      {snooze.reason === null ? "." : `: ${snooze.reason}`}
    </Notice>
  );
}
