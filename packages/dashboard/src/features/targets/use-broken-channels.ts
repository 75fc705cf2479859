import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import { useMemo } from "react";
import { useChannels } from "../../pages/alerts/use-lists.ts";
import { canDeliver } from "../alerts/alerting-problems.ts";

/** The channels that do not deliver, by ID; undefined until they are known. */
export function useBrokenChannels(): ReadonlyMap<string, AlertChannel> | undefined {
  const { data } = useChannels();
  return useMemo(
    () =>
      data && new Map(data.filter((channel) => !canDeliver(channel)).map((channel) => [channel.id, channel])),
    [data],
  );
}
