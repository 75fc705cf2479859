import { isComputed } from "@vedette/contract/checks/check-types.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { ReactNode } from "react";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { FactList } from "../../../components/fact-list.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { assertionText } from "../../../features/assertions/assertion-labels.ts";
import { checkLabels } from "../../../features/checks/check-labels.ts";
import { checkView } from "../../../features/checks/check-views.ts";
import { ParentLinks } from "./parent-links.tsx";

function intervalText({ interval, confirm_interval }: Monitor): string {
  return confirm_interval === null ? `${interval} s` : `${interval} s, ${confirm_interval} s while down`;
}

function retriesText({ retry: { count, interval_seconds, backoff, other_location } }: Monitor): string {
  if (count === 0) return "none";
  return `${count}, ${backoff === "fixed" ? "" : `${backoff} `}${interval_seconds} s apart${other_location ? ", elsewhere" : ""}`;
}

/** How runners make the check. */
function runnerFacts(monitor: Monitor): [string, ReactNode][] {
  const { timeout, locations, degraded_after_ms: degradedAfterMs } = monitor;
  return [
    ["Timeout", `${timeout} s`],
    ["Retries", retriesText(monitor)],
    ["Locations", locations.join(", ")],
    ["Degraded after", degradedAfterMs === null ? "never" : `${degradedAfterMs} ms`],
  ];
}

/** Settings of the check. */
export function MonitorSettings({ monitor }: { monitor: Monitor }) {
  const { toFacts } = checkView(monitor.type);
  const facts: [string, ReactNode][] = [
    ["Type", checkLabels(monitor.type).label],
    ["Interval", intervalText(monitor)],
    ...(isComputed(monitor.type) ? [] : runnerFacts(monitor)),
    ...toFacts(monitor),
  ];
  if (monitor.invert) facts.push(["Inverted", "up when the check fails"]);
  if (monitor.parents.length > 0)
    facts.push(["Depends on", <ParentLinks key="parents" ids={monitor.parents} />]);
  facts.push(["Created", <TimeAgo key="made" at={monitor.created_at} />]);
  return (
    <section className="card grid gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>Settings</h2>
        <CopyButton text={monitor.id} label="Copy ID" />
      </div>
      <FactList facts={facts} />
      {monitor.assertions.length > 0 && (
        <div>
          <h3 className="font-semibold">Assertions</h3>
          <ul className="mt-1 list-disc pl-5 wrap-anywhere">
            {monitor.assertions.map((assertion) => (
              <li key={JSON.stringify(assertion)}>{assertionText(assertion)}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
