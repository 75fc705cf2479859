import { useMutation } from "@tanstack/react-query";
import type {
  SignalTest,
  TelemetryExporter,
  ExporterTest as TestResult,
} from "@vedette/contract/telemetry/exporters.ts";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { responseText, sentenceOf } from "../../../format.ts";
import { t } from "../../../language/t.ts";

/** Sends one span and one data point, and shows what the receiver answered. */
export function ExporterTest({ exporter: { id, name } }: { exporter: TelemetryExporter }) {
  const api = useApi();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/telemetry-exporters/{id}/test", { params: { path: { id } } })),
  });
  return (
    <div className="grid min-w-0 gap-1.5 wrap-anywhere whitespace-normal">
      <Button
        className="justify-self-start"
        busy={isPending && t("Sending …")}
        aria-label={t("Send a test with the exporter {name}", { name })}
        onClick={() => mutate()}
      >
        {t("Send test")}
      </Button>
      {!isPending && data && <SignalResults result={data} />}
      {!isPending && error && <Notice>{asApiError(error).message}</Notice>}
    </div>
  );
}

function SignalResults({ result: { metrics, traces } }: { result: TestResult }) {
  return (
    <>
      {metrics && <SignalResult signal="metrics" result={metrics} />}
      {traces && <SignalResult signal="traces" result={traces} />}
    </>
  );
}

const SIGNALS = {
  metrics: {
    accepted: (values: AcceptedValues) =>
      t("Metrics: accepted in {response}, HTTP status {code}.{text}", values),
    refused: (text: string) => t("Metrics: not accepted.{text}", { text }),
  },
  traces: {
    accepted: (values: AcceptedValues) =>
      t("Traces: accepted in {response}, HTTP status {code}.{text}", values),
    refused: (text: string) => t("Traces: not accepted.{text}", { text }),
  },
};
type AcceptedValues = { response: string; code: string; text: string };

function SignalResult({ signal, result }: { signal: keyof typeof SIGNALS; result: SignalTest }) {
  const { accepted, status_code: code, error, duration_ms: ms } = result;
  const text = error === null ? "" : ` ${sentenceOf(error)}`;
  return (
    <Notice kind={accepted ? "done" : "problem"}>
      {accepted
        ? SIGNALS[signal].accepted({ response: responseText(ms), code: String(code), text })
        : SIGNALS[signal].refused(text)}
    </Notice>
  );
}
