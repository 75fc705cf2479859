import type { AuditStream } from "@vedette/contract/people/audit-streams.ts";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { LOCALE } from "../../../language/language.ts";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";

/** What was delivered, what waits, and why. */
export function StreamState({ stream: { enabled, delivery } }: { stream: AuditStream }) {
  const { sent_number, waiting, oldest_waiting_at: oldest, last_sent_at: lastSent } = delivery;
  return (
    <div className="grid gap-1 wrap-anywhere">
      {enabled ? <StreamHealth delivery={delivery} /> : <span>{t("Disabled")}</span>}
      <span className="block text-[0.8125rem] text-soft">
        {lastSent === null ? (
          t("No entry delivered yet")
        ) : (
          <Message
            text="Delivered up to entry {number}, {time}"
            values={{ number: sent_number.toLocaleString(LOCALE), time: <TimeAgo at={lastSent} /> }}
          />
        )}
      </span>
      {waiting > 0 && (
        <span className="block text-[0.8125rem] text-soft">
          {t("{waiting, plural, one {# entry waits} other {# entries wait}}", { waiting })}
          {oldest !== null && (
            <Message text=", the oldest from {time}" values={{ time: <TimeAgo at={oldest} /> }} />
          )}
        </span>
      )}
    </div>
  );
}

function StreamHealth({ delivery }: { delivery: AuditStream["delivery"] }) {
  const { last_error: error, failing_since: since, last_sent_at: lastSent } = delivery;
  if (error !== null) {
    return (
      <span className="text-down">
        {error}
        {since !== null && (
          <span className="block text-[0.8125rem] text-soft">
            <Message text="First failed {time}" values={{ time: <TimeAgo at={since} /> }} />
          </span>
        )}
      </span>
    );
  }
  return <span>{lastSent === null ? t("Sends within a minute") : t("Works")}</span>;
}
