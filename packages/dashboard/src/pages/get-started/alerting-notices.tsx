import { Link } from "@tanstack/react-router";
import { ForRole } from "../../app/for-role.tsx";
import { buttonClass } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { shortTime } from "../../components/time-ago.tsx";
import { sentenceOf } from "../../format.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { useAlertingProblems } from "./use-alerting-problems.ts";

/** Warns while no one would be notified of an outage, and of each channel in use that does not deliver. */
export function AlertingNotices() {
  const problems = useAlertingProblems();
  if (!problems) return null;
  const { isSilent, hasEnabledRule, broken } = problems;
  return (
    <>
      {isSilent && (
        <Notice kind="warning">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>
              <strong>{t("No one is notified of outages.")}</strong>{" "}
              {hasEnabledRule
                ? t("No enabled alert rule has a channel that works.")
                : t("No alert rule is enabled.")}
            </p>
            <ForRole>
              <Link to="/get-started/notifications" className={buttonClass()}>
                {t("Set up notifications")}
              </Link>
            </ForRole>
          </div>
        </Notice>
      )}
      {broken.length > 0 && (
        <Notice>
          <ul className="grid gap-1.5" aria-label={t("Channels that do not deliver")}>
            {broken.map(({ id, name, health }) => (
              <li key={id}>
                <Message
                  text={
                    health.failing_since === null
                      ? "{channel} cannot send notifications."
                      : "{channel} has been failing since {time}."
                  }
                  values={{
                    channel: (
                      <Link to="/alerts/channels/$id" params={{ id }} className="font-semibold underline">
                        {name}
                      </Link>
                    ),
                    time: health.failing_since === null ? "" : shortTime(health.failing_since),
                  }}
                />{" "}
                {health.reason !== null && sentenceOf(health.reason)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
