import { Link } from "@tanstack/react-router";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { useId, useState } from "react";
import { ForRole } from "../../app/for-role.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { type AlertGroup, causeText } from "../../features/alerts/alert-groups.ts";
import { RULE_TYPE_LABELS, suppressionText } from "../../features/alerts/alert-labels.ts";
import { AlertState } from "../../features/alerts/alert-list.tsx";
import type { RuleNames } from "../../features/alerts/use-rule-name.ts";
import { sentenceOf } from "../../format.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { AlertActions } from "./alert-actions.tsx";

/** The alerts of one target: the most urgent one, and the others after a click. */
export function AlertGroupCell({ group, ruleName }: { group: AlertGroup; ruleName: RuleNames }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { first, others } = group;
  const name = first.target.name;
  return (
    <div className="grid min-w-0 gap-1">
      <AlertSummary alert={first} ruleName={ruleName} />
      {others.length > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="w-fit text-start text-[0.8125rem] text-accent underline underline-offset-2"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen
            ? t("Hide {count, plural, one {# more alert} other {# more alerts}}", { count: others.length })
            : t("Show {count, plural, one {# more alert} other {# more alerts}}", { count: others.length })}
          <span className="sr-only"> {t("of {name}", { name })}</span>
        </button>
      )}
      {isOpen && (
        <ul
          id={id}
          className="mt-1 grid gap-3 border-s-2 border-line ps-3"
          aria-label={t("More alerts of {name}", { name })}
        >
          {others.map((alert) => (
            <li key={alert.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <div className="min-w-0 flex-1 basis-64">
                <AlertSummary alert={alert} ruleName={ruleName} />
                <span className="text-[0.8125rem] text-soft">
                  <Message text="Opened {time}" values={{ time: <TimeAgo at={alert.triggered_at} /> }} />
                </span>
              </div>
              <AlertState alert={alert} />
              <ForRole>
                <AlertActions alert={alert} />
              </ForRole>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function AlertSummary({ alert, ruleName }: { alert: Alert; ruleName: RuleNames }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <Link to="/alerts/$id" params={{ id: alert.id }} className="font-semibold hover:underline">
        {alert.title}
      </Link>
      <span className="block text-[0.8125rem]">{sentenceOf(causeText(alert))}</span>
      <span className="block text-[0.8125rem] text-soft">
        <Message
          text="Rule: {name}"
          values={{
            name: (
              <span dir="auto" title={RULE_TYPE_LABELS[alert.rule_type]}>
                {ruleName(alert)}
              </span>
            ),
          }}
        />
      </span>
      {alert.suppressed_by !== null && (
        <span className="block text-[0.8125rem] text-maintenance">{suppressionText(alert)}</span>
      )}
      {alert.status === "failed" && (
        <span className="block text-[0.8125rem] text-down">
          {t("A notification could not be delivered.")}
        </span>
      )}
    </div>
  );
}
