import type { z } from "zod";
import { dingtalkType } from "./chat/dingtalk.ts";
import { discordType } from "./chat/discord.ts";
import { feishuType } from "./chat/feishu.ts";
import { googlechatType } from "./chat/googlechat.ts";
import { lineType } from "./chat/line.ts";
import { matrixType } from "./chat/matrix.ts";
import { mattermostType } from "./chat/mattermost.ts";
import { rocketchatType } from "./chat/rocketchat.ts";
import { signalType } from "./chat/signal.ts";
import { slackType } from "./chat/slack.ts";
import { teamsType } from "./chat/teams.ts";
import { telegramType } from "./chat/telegram.ts";
import { wecomType } from "./chat/wecom.ts";
import { zulipType } from "./chat/zulip.ts";
import type { ChannelDeclaration } from "./define-channel-type.ts";
import { appriseType } from "./general/apprise.ts";
import { awsSnsType } from "./general/aws-sns.ts";
import { emailType } from "./general/email.ts";
import { webhookType } from "./general/webhook.ts";
import { ilertType } from "./incident-tools/ilert.ts";
import { incidentioType } from "./incident-tools/incidentio.ts";
import { jiraServiceManagementType } from "./incident-tools/jira-service-management.ts";
import { opsgenieType } from "./incident-tools/opsgenie.ts";
import { pagerdutyType } from "./incident-tools/pagerduty.ts";
import { signl4Type } from "./incident-tools/signl4.ts";
import { splunkOncallType } from "./incident-tools/splunk-oncall.ts";
import { squadcastType } from "./incident-tools/squadcast.ts";
import { githubIssueType } from "./issue-trackers/github-issue.ts";
import { gitlabIssueType } from "./issue-trackers/gitlab-issue.ts";
import { syslogType } from "./issue-trackers/syslog.ts";
import { twilioCallType } from "./phone/twilio-call.ts";
import { twilioSmsType } from "./phone/twilio-sms.ts";
import { vonageSmsType } from "./phone/vonage-sms.ts";
import { barkType } from "./push/bark.ts";
import { gotifyType } from "./push/gotify.ts";
import { homeAssistantType } from "./push/home-assistant.ts";
import { ntfyType } from "./push/ntfy.ts";
import { pushoverType } from "./push/pushover.ts";
import { webpushType } from "./push/webpush.ts";

/** All services that notifications can be sent to. A new one needs its file, a line here and its sender. */
export const CHANNEL_TYPES = {
  email: emailType,
  webhook: webhookType,
  slack: slackType,
  discord: discordType,
  teams: teamsType,
  telegram: telegramType,
  pagerduty: pagerdutyType,
  ntfy: ntfyType,
  gotify: gotifyType,
  pushover: pushoverType,
  bark: barkType,
  webpush: webpushType,
  matrix: matrixType,
  mattermost: mattermostType,
  rocketchat: rocketchatType,
  googlechat: googlechatType,
  zulip: zulipType,
  signal: signalType,
  line: lineType,
  dingtalk: dingtalkType,
  feishu: feishuType,
  wecom: wecomType,
  home_assistant: homeAssistantType,
  apprise: appriseType,
  aws_sns: awsSnsType,
  twilio_sms: twilioSmsType,
  twilio_call: twilioCallType,
  vonage_sms: vonageSmsType,
  splunk_oncall: splunkOncallType,
  incidentio: incidentioType,
  ilert: ilertType,
  squadcast: squadcastType,
  signl4: signl4Type,
  opsgenie: opsgenieType,
  jira_service_management: jiraServiceManagementType,
  github_issue: githubIssueType,
  gitlab_issue: gitlabIssueType,
  syslog: syslogType,
} as const satisfies Record<string, ChannelDeclaration>;

export type AlertChannelType = keyof typeof CHANNEL_TYPES;

export const ALERT_CHANNEL_TYPES = Object.keys(CHANNEL_TYPES) as AlertChannelType[];

export type ChannelConfig<Type extends AlertChannelType> = z.output<(typeof CHANNEL_TYPES)[Type]["config"]>;

/** The declaration of a type without its static type, for code that treats all types alike. */
export function channelDeclaration(type: AlertChannelType): ChannelDeclaration {
  return CHANNEL_TYPES[type];
}
