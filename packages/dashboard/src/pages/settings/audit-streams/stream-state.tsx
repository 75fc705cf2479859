import type { AuditStream } from "@vedette/contract/people/audit-streams.ts";
import { TimeAgo } from "../../../components/time-ago.tsx";

/** What was delivered, what waits, and why. */
export function StreamState({ stream: { enabled, delivery } }: { stream: AuditStream }) {
  const { sent_number, waiting, oldest_waiting_at: oldest, last_sent_at: lastSent } = delivery;
  return (
    <div className="grid gap-1 wrap-anywhere">
      {enabled ? <StreamHealth delivery={delivery} /> : <span>Disabled</span>}
      <span className="block text-[0.8125rem] text-soft">
        {lastSent === null ? (
          "No entry delivered yet"
        ) : (
          <>
            Delivered up to entry {sent_number.toLocaleString("en-US")}, <TimeAgo at={lastSent} />
          </>
        )}
      </span>
      {waiting > 0 && (
        <span className="block text-[0.8125rem] text-soft">
          {waiting.toLocaleString("en-US")} {waiting === 1 ? "entry waits" : "entries wait"}
          {oldest !== null && (
            <>
              , the oldest is from <TimeAgo at={oldest} />
            </>
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
            Fails since <TimeAgo at={since} />
          </span>
        )}
      </span>
    );
  }
  return <span>{lastSent === null ? "Sends within a minute" : "Works"}</span>;
}
