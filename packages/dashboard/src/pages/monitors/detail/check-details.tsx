import { useQuery } from "@tanstack/react-query";
import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { ReactNode } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { FactList } from "../../../components/fact-list.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { absoluteTime } from "../../../components/time-ago.tsx";
import { AssertionTable } from "../../../features/assertions/assertion-table.tsx";
import { CheckOutcome } from "../../../features/checks/check-outcome.tsx";
import { MessageParts } from "../../../features/runs/message-parts.tsx";

/** Details of one check: a summary, then assertions and facts. */
export function CheckEvidence({ result }: { result: CheckResult }) {
  return (
    <div className="grid gap-5">
      <CheckOutcome check={result} />
      {result.assertions.length > 0 && <AssertionTable assertions={result.assertions} />}
      <Facts result={result} />
      {result.has_body && <KeptResponse result={result} />}
      <div>
        <CopyButton text={result.id} label="Copy ID" />
      </div>
    </div>
  );
}

/** Loaded when the details are open: few of the listed results are opened. */
function KeptResponse({ result: { id, monitor_id: monitorId } }: { result: CheckResult }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.detail("monitors", monitorId, "body", id),
    queryFn: ({ signal }) => {
      const params = { path: { id: monitorId, result_id: id } };
      return dataOf(api.GET("/api/v1/monitors/{id}/results/{result_id}/body", { params, signal }));
    },
    // A stored response does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className="grid gap-3" aria-labelledby="kept-response">
      <h3 id="kept-response">Response</h3>
      <LoadState data={data} error={error} />
      {data && <MessageParts headers={data.headers} body={data.body} isCut={data.body_truncated} />}
      {data?.body === null && <p className="text-soft">The body was empty, not text or not available.</p>}
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
