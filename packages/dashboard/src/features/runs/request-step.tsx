import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { type ReactNode, useState } from "react";
import { CopyButton } from "../../components/code/copy-button.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { responseText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { AssertionTable } from "../assertions/assertion-table.tsx";
import { curlOf } from "./curl.ts";
import { MessageParts } from "./message-parts.tsx";

type Part = "assertions" | "response" | "request" | "extracted";

type RequestStepProps = {
  step: RunStep;
  /** The tab that is open initially. */
  begin?: Part;
  /** Replaces the view of the response. */
  renderResponse?(response: NonNullable<RunStep["response"]>): ReactNode;
};

/** Request, response, assertions and extracted values of a step of an API monitor. */
export function RequestStep({ step, begin, renderResponse = renderBody }: RequestStepProps) {
  const { request, response, assertions, extracted } = step;
  const [part, setPart] = useState<Part>(begin ?? (assertions.length > 0 ? "assertions" : "response"));
  if (!request) return <p className="text-soft">{t("No request was sent.")}</p>;
  return (
    <Tabs
      label={t("Parts of {name}", { name: step.name })}
      value={part}
      onValue={(value) => setPart(value)}
      tabs={[
        {
          value: "assertions",
          label: t("Assertions ({length})", { length: assertions.length }),
          content:
            assertions.length > 0 ? (
              <AssertionTable assertions={assertions} />
            ) : (
              <p className="text-soft">{t("None. A status below 400 passes.")}</p>
            ),
        },
        {
          value: "response",
          label: t("Response"),
          content: response ? renderResponse(response) : <p className="text-soft">{t("No response.")}</p>,
        },
        { value: "request", label: t("Request"), content: <Request request={request} /> },
        {
          value: "extracted",
          label: t("Extracted ({length})", { length: extracted.length }),
          content: <Extracted values={extracted} />,
        },
      ]}
    />
  );
}

function renderBody(response: NonNullable<RunStep["response"]>): ReactNode {
  return <Response response={response} />;
}

function Request({ request }: { request: NonNullable<RunStep["request"]> }) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <code className="wrap-anywhere">
          <strong>{request.method}</strong> {request.url}
        </code>
        <CopyButton label={t("Copy as cURL")} text={curlOf(request)} />
      </div>
      <MessageParts headers={request.headers} body={request.body} isCut={request.body_truncated} />
    </div>
  );
}

function Response({ response }: { response: NonNullable<RunStep["response"]> }) {
  const { status_code: status, body_bytes: bytes, redirects, ip, tls, body } = response;
  const facts = [
    bytes === null ? null : t("{bytes, number} bytes", { bytes }),
    redirects === 0 ? null : t("{count, plural, one {# redirect} other {# redirects}}", { count: redirects }),
    ip === null ? null : t("from {ip}", { ip }),
    tls?.protocol ?? null,
    tls?.expires_at
      ? t("certificate until {absoluteTime}", { absoluteTime: absoluteTime(tls.expires_at) })
      : null,
  ].filter((fact) => fact !== null);
  return (
    <div className="grid gap-3">
      <p>
        <strong>{t("Status {code}", { code: status })}</strong>{" "}
        <span className="text-soft">{facts.join(" · ")}</span>
      </p>
      <MessageParts headers={response.headers} body={body} isCut={response.body_truncated} />
    </div>
  );
}

function Extracted({ values }: { values: RunStep["extracted"] }) {
  if (values.length === 0)
    return <p className="text-soft">{t("No values are extracted from this response.")}</p>;
  return (
    <dl className="grid gap-2">
      {values.map(({ name, value }) => (
        <div key={name} className="flex flex-wrap gap-x-3 wrap-anywhere">
          <dt>
            <code className="font-semibold">{`{{${name}}}`}</code>
          </dt>
          <dd>
            {value === null ? <span className="text-down">{t("not found")}</span> : <code>{value}</code>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** "GET https://… responded 200 in 12 ms". */
export function stepLine({ request, response, duration_ms: ms }: RunStep): string | null {
  if (!request) return null;
  const said = response
    ? t(" · {status_code} in {response}", { status_code: response.status_code, response: responseText(ms) })
    : "";
  return `${request.method} ${request.url}${said}`;
}
