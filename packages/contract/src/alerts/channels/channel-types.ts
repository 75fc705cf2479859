import type { z } from "zod";
import { discordType } from "./chat/discord.ts";
import { slackType } from "./chat/slack.ts";
import { teamsType } from "./chat/teams.ts";
import { telegramType } from "./chat/telegram.ts";
import type { ChannelDeclaration } from "./define-channel-type.ts";
import { emailType } from "./general/email.ts";
import { webhookType } from "./general/webhook.ts";
import { pagerdutyType } from "./incident-tools/pagerduty.ts";

/** All services that notifications can be sent to. A new one needs its file, a line here and its sender. */
export const CHANNEL_TYPES = {
  email: emailType,
  webhook: webhookType,
  slack: slackType,
  discord: discordType,
  teams: teamsType,
  telegram: telegramType,
  pagerduty: pagerdutyType,
} as const satisfies Record<string, ChannelDeclaration>;

export type AlertChannelType = keyof typeof CHANNEL_TYPES;

export const ALERT_CHANNEL_TYPES = Object.keys(CHANNEL_TYPES) as AlertChannelType[];

export type ChannelConfig<Type extends AlertChannelType> = z.output<(typeof CHANNEL_TYPES)[Type]["config"]>;

/** The declaration of a type without its static type, for code that treats all types alike. */
export function channelDeclaration(type: AlertChannelType): ChannelDeclaration {
  return CHANNEL_TYPES[type];
}
