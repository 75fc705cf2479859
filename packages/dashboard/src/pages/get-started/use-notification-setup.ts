import { useQueryClient } from "@tanstack/react-query";
import type { AlertChannel, ChannelTest } from "@vedette/contract/alerts/alert-channels.ts";
import { useState } from "react";
import { type Api, dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { t } from "../../language/t.ts";
import { bodyOfChannel, type ChannelDraft } from "../alert-channels/channel-draft.ts";
import { bodyOfRule, emptyRule } from "../alert-rules/rule-draft.ts";

/** Creates a channel, tests it, and creates the rule "Anything down" that notifies it. */

export type NotificationSetup = {
  /** The channel that was tested last. */
  channel: AlertChannel | null;
  /** The channel that this form created. */
  created: AlertChannel | null;
  /** The last test that failed. */
  failedTest: ChannelTest | null;
  isDone: boolean;
  /** Creates or updates the channel and tests it; the rule is created only if the test arrives. */
  saveAndTest(draft: ChannelDraft): Promise<void>;
  /** Tests an existing channel and creates the rule. */
  use(channel: AlertChannel): Promise<void>;
  /** Creates the rule although the test failed. */
  useAnyway(): Promise<void>;
};

const RULE_NAME = t("Anything down");

export function useNotificationSetup(): NotificationSetup {
  const api = useApi();
  const queries = useQueryClient();
  const [channel, setChannel] = useState<AlertChannel | null>(null);
  // A chosen channel must not be overwritten by the fields of a new one.
  const [created, setCreated] = useState<AlertChannel | null>(null);
  const [failedTest, setFailedTest] = useState<ChannelTest | null>(null);
  const [isDone, setDone] = useState(false);

  async function createRule({ id }: AlertChannel): Promise<void> {
    const body = bodyOfRule({ ...emptyRule(), name: RULE_NAME, channelIds: [id] });
    await dataOf(api.POST("/api/v1/alerts/rules", { body }));
    setDone(true);
    void queries.invalidateQueries({ queryKey: keys.all("alert-rules") });
  }

  async function testAndUse(tested: AlertChannel): Promise<void> {
    const result = await dataOf(
      api.POST("/api/v1/alerts/channels/{id}/test", { params: { path: { id: tested.id } } }),
    );
    void queries.invalidateQueries({ queryKey: keys.all("alert-channels") });
    setFailedTest(result.delivered ? null : result);
    if (result.delivered) await createRule(tested);
  }

  return {
    channel,
    created,
    failedTest,
    isDone,
    async saveAndTest(draft) {
      setFailedTest(null);
      const saved = await saveChannel(api, draft, created);
      setCreated(saved);
      setChannel(saved);
      await testAndUse(saved);
    },
    async use(existing) {
      setFailedTest(null);
      setChannel(existing);
      await testAndUse(existing);
    },
    async useAnyway() {
      if (channel) await createRule(channel);
    },
  };
}

/** After a failed test the channel exists: it is changed, or replaced if the type is another one. */
async function saveChannel(
  api: Api,
  draft: ChannelDraft,
  before: AlertChannel | null,
): Promise<AlertChannel> {
  const { name, type, config } = bodyOfChannel(draft);
  const path = { id: before?.id ?? "" };
  if (before?.type === type) {
    const body = { name, config: { ...config } };
    return dataOf(api.PUT("/api/v1/alerts/channels/{id}", { params: { path }, body }));
  }
  const created = await dataOf(api.POST("/api/v1/alerts/channels", { body: bodyOfChannel(draft) }));
  if (before) await api.DELETE("/api/v1/alerts/channels/{id}", { params: { path, query: {} } });
  return created;
}
