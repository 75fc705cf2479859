import { Link } from "@tanstack/react-router";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { TargetCoverage as Coverage } from "@vedette/contract/targets/coverage.ts";
import { ForRole } from "../../app/for-role.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { phraseInSentence } from "../../language/in-sentence.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { CHANNEL_STATE_WORDS, RULE_TYPE_LABELS } from "../alerts/alert-labels.ts";
import { useBrokenChannels } from "./use-broken-channels.ts";
import { useCoverage } from "./use-coverage.ts";

/** The rules, channels and maintenance windows that cover a target. */
export function TargetCoverage({ targetId }: { targetId: string }) {
  const { data, error } = useCoverage(targetId);
  return (
    <section id="coverage" className="card grid scroll-mt-4 gap-3 p-4" aria-labelledby="coverage-title">
      <h2 id="coverage-title">{t("Who is notified if this fails?")}</h2>
      <LoadState data={data} error={error} lines={2} />
      {data && <CoverageFacts coverage={data} />}
    </section>
  );
}

function CoverageFacts({ coverage }: { coverage: Coverage }) {
  const { rules, maintenance_windows: windows } = coverage;
  const broken = useBrokenChannels();
  if (!broken) return null;
  const isNotified = rules.some(
    ({ enabled, channels, escalation_policy: policy }) =>
      enabled && (policy !== null || channels.some(({ id }) => !broken.has(id))),
  );
  return (
    <>
      {!isNotified && (
        <Notice kind="warning">
          {t("No one: no enabled rule with a channel that works or an escalation policy covers this target.")}{" "}
          <ForRole>
            <Link to="/alerts/rules/new" className="underline underline-offset-2">
              {t("Add a rule")}
            </Link>
          </ForRole>
        </Notice>
      )}
      {rules.length > 0 && (
        <ul className="divide-y divide-line" aria-label={t("Alert rules")}>
          {rules.map((rule) => (
            <RuleItem key={rule.id} rule={rule} broken={broken} />
          ))}
        </ul>
      )}
      {windows.length > 0 && (
        <>
          <h3 className="text-[0.8125rem] font-semibold text-soft">{t("Maintenance windows")}</h3>
          <ul className="grid gap-2" aria-label={t("Maintenance windows")}>
            {windows.map((window) => (
              <WindowItem key={window.id} window={window} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const NAME = "font-semibold underline-offset-2 hover:underline";

type RuleItemProps = { rule: Coverage["rules"][number]; broken: ReadonlyMap<string, AlertChannel> };

function RuleItem({ rule, broken }: RuleItemProps) {
  const { id, name, type, enabled, severity, channels, escalation_policy: policy } = rule;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 wrap-anywhere">
      <span className="min-w-28">
        {enabled ? (
          <StatusBadge
            status={severity === "critical" ? "down" : "degraded"}
            word={severity === "critical" ? t("Critical") : t("Warning")}
          />
        ) : (
          <StatusBadge status="paused" word={t("Disabled")} />
        )}
      </span>
      <span className="min-w-0 flex-1 basis-48">
        <Link to="/alerts/rules/$id" params={{ id }} className={NAME}>
          {name}
        </Link>
        <span className="block text-[0.8125rem] text-soft">{RULE_TYPE_LABELS[type]}</span>
      </span>
      {policy !== null && (
        <span className="min-w-0">
          <Link to="/escalation-policies/$id" params={{ id: policy.id }} className={NAME}>
            {policy.name}
          </Link>
          <span className="block text-[0.8125rem] text-soft">
            {policy.on_call.length === 0
              ? t("No person in the first step now")
              : t("First now: {join}", { join: policy.on_call.map((person) => person.name).join(", ") })}
          </span>
        </span>
      )}
      {channels.length === 0 && policy === null && <span className="text-soft">{t("Dashboard only")}</span>}
      {channels.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 gap-y-1.5" aria-label={t("Channels of {name}", { name })}>
          {channels.map((channel) => (
            <li key={channel.id}>
              <Link
                to="/alerts/channels/$id"
                params={{ id: channel.id }}
                className={`${NAME} inline-block py-0.5`}
              >
                {channel.name}
              </Link>
              {broken.has(channel.id) && (
                <span className="text-down"> ({stateText(broken.get(channel.id))})</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** "failing", "cannot send". */
function stateText(channel: AlertChannel | undefined): string {
  return phraseInSentence(CHANNEL_STATE_WORDS[channel?.health.status ?? "failing"]);
}

function WindowItem({ window }: { window: Coverage["maintenance_windows"][number] }) {
  const { id, name, mode, active, next_starts_at: next } = window;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
      {active && <StatusBadge status="maintenance" word={t("Now")} />}
      <Link to="/alerts/maintenance/$id" params={{ id }} className={NAME}>
        {name}
      </Link>
      <span className="text-soft">
        {mode === "pause" ? t("Pauses checks and notifications") : t("Mutes notifications")}
        {!active && next !== null && (
          <Message text=", starts {time}" values={{ time: <TimeAgo at={next} /> }} />
        )}
      </span>
    </li>
  );
}
