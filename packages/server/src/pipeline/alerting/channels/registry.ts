import type { AlertChannelType } from "@vedette/contract/alerts/alert-channels.ts";
import type { Channel } from "../messages/channel.ts";
import { discordChannel } from "./discord.ts";
import { emailChannel } from "./email.ts";
import { pagerdutyChannel } from "./pagerduty.ts";
import { slackChannel } from "./slack.ts";
import { teamsChannel } from "./teams.ts";
import { telegramChannel } from "./telegram.ts";
import { webhookChannel } from "./webhook.ts";

/** All channel types. A new type needs a file in this folder, a line here and a line in the contract. */
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
