import { Link } from "@tanstack/react-router";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Duration, TimeAgo } from "../../components/time-ago.tsx";
import { Message } from "../../language/message.tsx";
import { alertState } from "./alert-labels.ts";

/** A list of alerts with links to their pages. */
export function AlertList({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <ul className="card divide-y divide-line">
      {alerts.map((alert) => (
        <li key={alert.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
          <AlertState alert={alert} />
          <Link
            to="/alerts/$id"
            params={{ id: alert.id }}
            className="min-w-0 flex-1 basis-60 font-semibold wrap-anywhere underline-offset-2 hover:underline"
          >
            {alert.title}
          </Link>
          <span className="text-sm text-soft">
            {alert.resolved_at === null ? (
              <Message text="Opened {time}" values={{ time: <TimeAgo at={alert.triggered_at} /> }} />
            ) : (
              <Message
                text="Opened {time}, lasted {duration}"
                values={{
                  time: <TimeAgo at={alert.triggered_at} />,
                  duration: <Duration from={alert.triggered_at} to={alert.resolved_at} />,
                }}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** An open alert shows its severity until it is acknowledged. */
export function AlertState({ alert }: { alert: Alert }) {
  const { tone, word } = alertState(alert);
  return <StatusBadge status={tone} word={word} />;
}
