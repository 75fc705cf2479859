import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { ReactNode } from "react";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { FactList } from "../../../components/fact-list.tsx";
import { absoluteTime } from "../../../components/time-ago.tsx";
import { AssertionTable } from "../../../features/assertions/assertion-table.tsx";
import { CheckOutcome } from "../../../features/checks/check-outcome.tsx";

/** Details of one check: a summary, then assertions and facts. */
export function CheckEvidence({ result }: { result: CheckResult }) {
  return (
    <div className="grid gap-5">
      <CheckOutcome check={result} />
      {result.assertions.length > 0 && <AssertionTable assertions={result.assertions} />}
      <Facts result={result} />
      <div>
        <CopyButton text={result.id} label="Copy ID" />
      </div>
    </div>
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
    ["Started by", result.trigger === "manual" ? "Manual" : "Schedule"],
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
