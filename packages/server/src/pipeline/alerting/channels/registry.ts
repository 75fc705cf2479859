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
import { awsSnsChannel } from "./general/aws-sns.ts";
import { emailChannel } from "./general/email.ts";
import { webhookChannel } from "./general/webhook.ts";
import { ilertChannel } from "./incident-tools/ilert.ts";
import { incidentioChannel } from "./incident-tools/incidentio.ts";
import { jiraServiceManagementChannel } from "./incident-tools/jira-service-management.ts";
import { opsgenieChannel } from "./incident-tools/opsgenie.ts";
import { pagerdutyChannel } from "./incident-tools/pagerduty.ts";
import { signl4Channel } from "./incident-tools/signl4.ts";
import { splunkOncallChannel } from "./incident-tools/splunk-oncall.ts";
import { squadcastChannel } from "./incident-tools/squadcast.ts";
import { githubIssueChannel } from "./issue-trackers/github-issue.ts";
import { gitlabIssueChannel } from "./issue-trackers/gitlab-issue.ts";
import { syslogChannel } from "./issue-trackers/syslog.ts";
import { twilioCallChannel } from "./phone/twilio-call.ts";
import { twilioSmsChannel } from "./phone/twilio-sms.ts";
import { vonageSmsChannel } from "./phone/vonage-sms.ts";
import { barkChannel } from "./push/bark.ts";
import { gotifyChannel } from "./push/gotify.ts";
import { homeAssistantChannel } from "./push/home-assistant.ts";
import { ntfyChannel } from "./push/ntfy.ts";
import { pushoverChannel } from "./push/pushover.ts";
import { webpushChannel } from "./push/webpush.ts";

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
  webpush: webpushChannel(),
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
  aws_sns: awsSnsChannel(),
  twilio_sms: twilioSmsChannel(),
  twilio_call: twilioCallChannel(),
  vonage_sms: vonageSmsChannel(),
  splunk_oncall: splunkOncallChannel(),
  incidentio: incidentioChannel(),
  ilert: ilertChannel(),
  squadcast: squadcastChannel(),
  signl4: signl4Channel(),
  opsgenie: opsgenieChannel(),
  jira_service_management: jiraServiceManagementChannel(),
  github_issue: githubIssueChannel(),
  gitlab_issue: gitlabIssueChannel(),
  syslog: syslogChannel(),
};

export type Channels = Readonly<Record<AlertChannelType, Channel>>;
