import { useQuery } from "@tanstack/react-query";
import type { Ping } from "@vedette/contract/heartbeats/pings.ts";
import { dataOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { useApi } from "../../../../app/session.tsx";
import { CodeBlock } from "../../../../components/code/code-block.tsx";
import { Dialog } from "../../../../components/dialog.tsx";
import { FactList } from "../../../../components/fact-list.tsx";
import { LoadState } from "../../../../components/load-state.tsx";
import { absoluteTime } from "../../../../components/time-ago.tsx";
import { numberText } from "../../../../format.ts";
import { t } from "../../../../language/t.ts";
import { durationText } from "./duration-text.ts";
import { pingLabel, senderText } from "./ping-label.ts";

type PingDialogProps = { heartbeatId: string; ping: Ping; onClose(): void };

/** All that is known of a ping, with the kept part of its body. */
export function PingDialog({ heartbeatId, ping, onClose }: PingDialogProps) {
  const { duration_ms: durationMs, expected_at: expectedAt, rid, user_agent: userAgent } = ping;
  const metrics = Object.entries(ping.metrics ?? {}).map(([name, value]) => `${name} ${numberText(value)}`);
  return (
    <Dialog isOpen onClose={onClose} title={t("Ping: {kind}", { kind: pingLabel(ping) })} isWide>
      <FactList
        facts={[
          [t("Received"), absoluteTime(ping.received_at)],
          [t("Expected"), expectedAt === null ? t("Between expected pings") : absoluteTime(expectedAt)],
          [t("Duration"), durationText(durationMs)],
          [t("Run ID"), rid ?? "–"],
          [t("Sender"), senderText(ping)],
          [t("User agent"), userAgent ?? "–"],
          [t("Body"), t("{body_bytes} bytes", { body_bytes: numberText(ping.body_bytes) })],
          [t("Metrics"), metrics.join(", ") || "–"],
        ]}
      />
      {ping.has_body && <PingBody heartbeatId={heartbeatId} pingId={ping.id} />}
    </Dialog>
  );
}

function PingBody({ heartbeatId: id, pingId }: { heartbeatId: string; pingId: string }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.detail("heartbeats", id, "ping", pingId),
    queryFn: ({ signal }) => {
      const path = { id, ping_id: pingId };
      return dataOf(api.GET("/api/v1/heartbeats/{id}/pings/{ping_id}", { params: { path }, signal }));
    },
  });
  if (!data) return <LoadState data={data} error={error} />;
  if (data.body === null) return <p className="text-soft">{t("The body is not kept any more.")}</p>;
  return <CodeBlock label={data.body_truncated ? t("Beginning of the body") : t("Body")} text={data.body} />;
}
