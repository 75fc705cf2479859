import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import type { Channel } from "../messages/channel.ts";
import { discordChannel } from "./chat/discord.ts";
import { slackChannel } from "./chat/slack.ts";
import { teamsChannel } from "./chat/teams.ts";
import { telegramChannel } from "./chat/telegram.ts";
import { emailChannel } from "./general/email.ts";
import { webhookChannel } from "./general/webhook.ts";
import { pagerdutyChannel } from "./incident-tools/pagerduty.ts";

/** All channel types. A new type needs its declaration in the contract, a file in a folder of this one and a line here. */
export const CHANNELS: Channels = {
  slack: slackChannel(),
  email: emailChannel(),
  webhook: webhookChannel(),
  discord: discordChannel(),
  teams: teamsChannel(),
  telegram: telegramChannel(),
  pagerduty: pagerdutyChannel(),
};

export type Channels = Readonly<Record<AlertChannelType, Channel>>;
