import { isComputed } from "@vedette/contract/checks/check-types.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { ReactNode } from "react";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { FactList } from "../../../components/fact-list.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { assertionText } from "../../../features/assertions/assertion-labels.ts";
import { checkLabels } from "../../../features/checks/check-labels.ts";
import { checkView } from "../../../features/checks/check-views.ts";
import { t } from "../../../language/t.ts";
import { ParentLinks } from "./parent-links.tsx";

function intervalText({ interval, confirm_interval }: Monitor): string {
  return confirm_interval === null
    ? `${interval} s`
    : t("{interval} s, {shorter} s while down", { interval, shorter: confirm_interval });
}

type RetryValues = { count: number; seconds: number };

const RETRY_TEXTS = {
  fixed: (values: RetryValues) => t("{count}, {seconds} s apart", values),
  linear: (values: RetryValues) => t("{count}, linear {seconds} s apart", values),
  exponential: (values: RetryValues) => t("{count}, exponential {seconds} s apart", values),
};

function retriesText({ retry: { count, interval_seconds, backoff, other_location } }: Monitor): string {
  if (count === 0) return t("none");
  const text = RETRY_TEXTS[backoff ?? "fixed"]({ count, seconds: interval_seconds });
  return other_location ? t("{retries}, elsewhere", { retries: text }) : text;
}

/** How runners make the check. */
function runnerFacts(monitor: Monitor): [string, ReactNode][] {
  const { timeout, locations, degraded_after_ms: degradedAfterMs } = monitor;
  return [
    [t("Timeout"), `${timeout} s`],
    [t("Retries"), retriesText(monitor)],
    [t("Locations"), locations.join(", ")],
    [t("Degraded after"), degradedAfterMs === null ? t("never") : `${degradedAfterMs} ms`],
  ];
}

/** Settings of the check. */
export function MonitorSettings({ monitor }: { monitor: Monitor }) {
  const { toFacts } = checkView(monitor.type);
  const facts: [string, ReactNode][] = [
    [t("Type"), checkLabels(monitor.type).label],
    [t("Interval"), intervalText(monitor)],
    ...(isComputed(monitor.type) ? [] : runnerFacts(monitor)),
    ...toFacts(monitor),
  ];
  if (monitor.invert) facts.push([t("Inverted"), t("up when the check fails")]);
  if (monitor.parents.length > 0)
    facts.push([t("Depends on"), <ParentLinks key="parents" ids={monitor.parents} />]);
  facts.push([t("Created"), <TimeAgo key="made" at={monitor.created_at} />]);
  return (
    <section className="card grid gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>{t("Settings")}</h2>
        <CopyButton text={monitor.id} label={t("Copy ID")} />
      </div>
      <FactList facts={facts} />
      {monitor.assertions.length > 0 && (
        <div>
          <h3 className="font-semibold">{t("Assertions")}</h3>
          <ul className="mt-1 list-disc ps-5 wrap-anywhere">
            {monitor.assertions.map((assertion) => (
              <li key={JSON.stringify(assertion)}>{assertionText(assertion)}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
