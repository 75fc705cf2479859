import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { ReactNode } from "react";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { absoluteTime } from "../../../components/time-ago.tsx";
import { assertionText } from "../../../features/assertions/assertion-labels.ts";
import { Phases, verdictText } from "./check-summary.tsx";

/** Details of one check: a summary, then assertions and facts. */
export function CheckEvidence({ result }: { result: CheckResult }) {
  return (
    <div className="grid gap-5">
      <div>
        <p className="flex flex-wrap items-center gap-2.5 wrap-anywhere">
          <StatusBadge status={result.status} />
          {verdictText(result)}
        </p>
        <Phases timings={result.timings} />
      </div>
      {result.assertions.length > 0 && <CheckAssertionTable assertions={result.assertions} />}
      <Facts result={result} />
      <div>
        <CopyButton text={result.id} label="Copy ID" />
      </div>
    </div>
  );
}

export function CheckAssertionTable({ assertions }: Pick<CheckResult, "assertions">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section tabIndex={0} aria-label="Assertions" className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead className="text-soft">
          <tr>
            <th scope="col" className="py-1.5 pr-3">
              Assertion
            </th>
            <th scope="col" className="py-1.5 pr-3">
              Actual
            </th>
            <th scope="col" className="py-1.5">
              Result
            </th>
          </tr>
        </thead>
        <tbody>
          {assertions.map((assertion, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes, and two assertions may be equal.
            <tr key={index} className="border-t border-line align-top">
              <th scope="row" className="py-1.5 pr-3 font-normal wrap-anywhere">
                {assertionText(assertion)}
              </th>
              <td className="py-1.5 pr-3 wrap-anywhere">
                {assertion.actual === null ? "nothing" : <code>{String(assertion.actual)}</code>}
              </td>
              <td className="py-1.5">
                <StatusBadge
                  status={assertion.passed ? "up" : "down"}
                  word={assertion.passed ? "Passed" : "Failed"}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Facts({ result }: { result: CheckResult }) {
  const { error, tls } = result;
  const facts: [string, ReactNode][] = [
    ["Checked", absoluteTime(result.checked_at)],
    [
      "Location",
      result.runner === result.location ? result.location : `${result.location}, by ${result.runner}`,
    ],
    ["Started by", result.trigger === "manual" ? "hand" : "the schedule"],
    ["Attempts", result.attempts],
  ];
  if (result.status_code !== null) facts.push(["Status code", result.status_code]);
  if (result.ip !== null) facts.push(["IP address", result.ip]);
  if (result.body_bytes !== null)
    facts.push(["Body size", `${result.body_bytes.toLocaleString("en")} bytes`]);
  if (tls?.protocol) facts.push(["TLS", tls.protocol]);
  if (tls?.issuer) facts.push(["Issuer", tls.issuer]);
  if (tls?.expires_at) facts.push(["Certificate until", absoluteTime(tls.expires_at)]);
  if (error) facts.push(["Error", <code key="error">{`${error.code} (${error.phase})`}</code>]);
  return <FactList facts={facts} />;
}

/** Terms and values in two columns. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      {facts.map(([word, fact]) => (
        <div key={word} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-2">
          <dt className="text-soft">{word}</dt>
          <dd className="wrap-anywhere">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
