import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ChannelTest as TestResult } from "@vedette/contract/alerts/alert-channels.ts";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { responseText, sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";

/** Sends a test message and shows whether the receiver accepted it. */
export function ChannelTest({ id, name }: { id: string; name: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/alerts/channels/{id}/test", { params: { path: { id } } })),
    // The test is in the delivery log and changes the state of the channel.
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all("alert-channels") }),
  });
  return (
    <div className="grid max-w-80 justify-items-end gap-1.5">
      <Button
        busy={isPending && t("Sending …")}
        aria-label={t("Send test: {name}", { name })}
        onClick={() => mutate()}
      >
        {t("Send test")}
      </Button>
      {!isPending && data && <Notice kind={data.delivered ? "done" : "problem"}>{resultText(data)}</Notice>}
      {!isPending && error && <Notice>{asApiError(error).message}</Notice>}
    </div>
  );
}

function resultText({ delivered, status_code: code, error, duration_ms: ms }: TestResult): string {
  const status = code === null ? "" : ` ${t("HTTP status {code}.", { code })}`;
  if (delivered) return t("Delivered in {response}.{status}", { response: responseText(ms), status });
  return t("Not delivered. {sentence}", {
    sentence: sentenceOf(error ?? t("the receiver did not accept the message")),
  });
}
