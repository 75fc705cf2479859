import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import type { Channel } from "../messages/channel.ts";
import { dingtalkChannel } from "./chat/dingtalk.ts";
import { discordChannel } from "./chat/discord.ts";
import { feishuChannel } from "./chat/feishu.ts";
import { googlechatChannel } from "./chat/googlechat.ts";
import { lineChannel } from "./chat/line.ts";
import { matrixChannel } from "./chat/matrix.ts";
import { mattermostChannel } from "./chat/mattermost.ts";
import { rocketchatChannel } from "./chat/rocketchat.ts";
import { signalChannel } from "./chat/signal.ts";
import { slackChannel } from "./chat/slack.ts";
import { teamsChannel } from "./chat/teams.ts";
import { telegramChannel } from "./chat/telegram.ts";
import { wecomChannel } from "./chat/wecom.ts";
import { zulipChannel } from "./chat/zulip.ts";
import { appriseChannel } from "./general/apprise.ts";
import { emailChannel } from "./general/email.ts";
import { webhookChannel } from "./general/webhook.ts";
import { pagerdutyChannel } from "./incident-tools/pagerduty.ts";
import { barkChannel } from "./push/bark.ts";
import { gotifyChannel } from "./push/gotify.ts";
import { homeAssistantChannel } from "./push/home-assistant.ts";
import { ntfyChannel } from "./push/ntfy.ts";
import { pushoverChannel } from "./push/pushover.ts";

/** All channel types. A new type needs its declaration in the contract, a file in a folder of this one and a line here. */
export const CHANNELS: Channels = {
  slack: slackChannel(),
  email: emailChannel(),
  webhook: webhookChannel(),
  discord: discordChannel(),
  teams: teamsChannel(),
  telegram: telegramChannel(),
  pagerduty: pagerdutyChannel(),
  ntfy: ntfyChannel(),
  gotify: gotifyChannel(),
  pushover: pushoverChannel(),
  bark: barkChannel(),
  matrix: matrixChannel(),
  mattermost: mattermostChannel(),
  rocketchat: rocketchatChannel(),
  googlechat: googlechatChannel(),
  zulip: zulipChannel(),
  signal: signalChannel(),
  line: lineChannel(),
  dingtalk: dingtalkChannel(),
  feishu: feishuChannel(),
  wecom: wecomChannel(),
  home_assistant: homeAssistantChannel(),
  apprise: appriseChannel(),
};

export type Channels = Readonly<Record<AlertChannelType, Channel>>;
