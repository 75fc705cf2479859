import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { ReactNode } from "react";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { FactList } from "../../../components/fact-list.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { absoluteTime } from "../../../components/time-ago.tsx";
import { AssertionTable } from "../../../features/assertions/assertion-table.tsx";
import { CheckOutcome } from "../../../features/checks/check-outcome.tsx";
import { CheckWaterfall } from "../../../features/checks/phases/check-waterfall.tsx";
import { MessageParts } from "../../../features/runs/message-parts.tsx";
import { numberText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { CheckComparison } from "./check-comparison.tsx";
import { TraceLink } from "./trace-link.tsx";
import { useKeptBody } from "./use-result.ts";

/** Details of one check: a summary, assertions, facts, the response, and the last good check beside a failed one. */
export function CheckEvidence({ result, subject }: { result: CheckResult; subject: string }) {
  return (
    <div className="grid gap-5">
      <CheckOutcome check={result} hasPhases={false} />
      <CheckWaterfall subject={subject} check={result} />
      {result.assertions.length > 0 && <AssertionTable assertions={result.assertions} />}
      <Facts result={result} />
      {result.has_body && <KeptResponse result={result} />}
      {result.status !== "up" && <CheckComparison result={result} />}
      <div>
        <CopyButton text={result.id} label={t("Copy ID")} />
      </div>
    </div>
  );
}

/** Loaded when the details are open: few of the listed results are opened. */
function KeptResponse({ result }: { result: CheckResult }) {
  const { data, error } = useKeptBody(result);
  return (
    <section className="grid gap-3" aria-labelledby="kept-response">
      <h3 id="kept-response">{t("Response")}</h3>
      <LoadState data={data} error={error} />
      {data && <MessageParts headers={data.headers} body={data.body} isCut={data.body_truncated} />}
      {data?.body === null && (
        <p className="text-soft">{t("The body was empty, not text or not available.")}</p>
      )}
    </section>
  );
}

function Facts({ result }: { result: CheckResult }) {
  const { error, tls } = result;
  const facts: [string, ReactNode][] = [
    [t("Checked"), absoluteTime(result.checked_at)],
    [
      t("Location"),
      result.runner === result.location
        ? result.location
        : t("{location}, by {runner}", { location: result.location, runner: result.runner }),
    ],
    [t("Started by"), result.trigger === "manual" ? t("Manual") : t("Schedule")],
    [t("Attempts"), result.attempts],
  ];
  if (result.status_code !== null) facts.push([t("Status code"), result.status_code]);
  if (result.ip !== null) facts.push([t("IP address"), result.ip]);
  if (result.body_bytes !== null)
    facts.push([t("Body size"), t("{body_bytes} bytes", { body_bytes: numberText(result.body_bytes) })]);
  if (tls?.protocol) facts.push(["TLS", tls.protocol]);
  if (tls?.issuer) facts.push([t("Issuer"), tls.issuer]);
  if (tls?.expires_at) facts.push([t("Certificate until"), absoluteTime(tls.expires_at)]);
  if (result.trace_id) facts.push([t("Trace"), <TraceLink key="trace" traceId={result.trace_id} />]);
  if (error) facts.push([t("Error"), <code key="error">{`${error.code} (${error.phase})`}</code>]);
  return <FactList facts={facts} />;
}
