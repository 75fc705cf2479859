import { t } from "../../language/t.ts";

/** Translates a text of the declarations of channel types. A name of a service or of a protocol stays as it is. */
export function channelText(text: string): string {
  return CHANNEL_TEXTS[text] ?? text;
}

/** The contract's English texts with their translations: a catalog has only texts that the dashboard's source contains. */
export const CHANNEL_TEXTS: Readonly<Record<string, string>> = {
  General: t("General"),
  Chat: t("Chat"),
  Push: t("Push"),
  "Phone and SMS": t("Phone and SMS"),
  "Incident management": t("Incident management"),
  "Issues and logs": t("Issues and logs"),
  "Mail server of this installation": t("Mail server of this installation"),
  "Own SMTP server": t("Own SMTP server"),
  "SMTP host": t("SMTP host"),
  "Sends the emails of this channel.": t("Sends the emails of this channel."),
  Port: t("Port"),
  "Blank: 465 for TLS, otherwise 587.": t("Blank: 465 for TLS, otherwise 587."),
  Encryption: t("Encryption"),
  "A password requires STARTTLS or TLS.": t("A password requires STARTTLS or TLS."),
  None: t("None"),
  User: t("User"),
  "Blank: no authentication.": t("Blank: no authentication."),
  Password: t("Password"),
  "Of the user, or an app password.": t("Of the user, or an app password."),
  Sender: t("Sender"),
  "The server must accept it as the address of the sender.": t(
    "The server must accept it as the address of the sender.",
  ),
  Recipients: t("Recipients"),
  "Up to 20 email addresses. Press Enter or comma to add.": t(
    "Up to 20 email addresses. Press Enter or comma to add.",
  ),
  "Receives signed JSON POST requests (Standard Webhooks).": t(
    "Receives signed JSON POST requests (Standard Webhooks).",
  ),
  Header: t("Header"),
  "Incoming webhook": t("Incoming webhook"),
  "Bot token (recoveries reply in the thread)": t("Bot token (recoveries reply in the thread)"),
  "Webhook URL": t("Webhook URL"),
  "In Slack: your app > Incoming Webhooks > Add New Webhook.": t(
    "In Slack: your app > Incoming Webhooks > Add New Webhook.",
  ),
  "Bot token": t("Bot token"),
  "Token of a Slack app with the chat:write scope.": t("Token of a Slack app with the chat:write scope."),
  Channel: t("Channel"),
  "Channel name or ID. The app must be a member.": t("Channel name or ID. The app must be a member."),
  "Signing secret": t("Signing secret"),
  "Optional, for a button that acknowledges: your app > Basic Information.": t(
    "Optional, for a button that acknowledges: your app > Basic Information.",
  ),
  "In Discord: channel settings > Integrations > Webhooks.": t(
    "In Discord: channel settings > Integrations > Webhooks.",
  ),
  "Workflow URL": t("Workflow URL"),
  "In Teams: Workflows > Post to a channel when a webhook request is received.": t(
    "In Teams: Workflows > Post to a channel when a webhook request is received.",
  ),
  "The token from BotFather.": t("The token from BotFather."),
  "Chat ID": t("Chat ID"),
  "Chat ID or @name of a public channel. The bot must be a member.": t(
    "Chat ID or @name of a public channel. The bot must be a member.",
  ),
  "Topic ID": t("Topic ID"),
  "Only for groups with topics: the number after the last slash of its link.": t(
    "Only for groups with topics: the number after the last slash of its link.",
  ),
  "API server": t("API server"),
  "Only for an own Bot API server.": t("Only for an own Bot API server."),
  "Send without a sound": t("Send without a sound"),
  "Integration key": t("Integration key"),
  "In PagerDuty: service > Integrations > Events API v2.": t(
    "In PagerDuty: service > Integrations > Events API v2.",
  ),
  "Send as": t("Send as"),
  "Change events appear on the timeline of the service and page no one.": t(
    "Change events appear on the timeline of the service and page no one.",
  ),
  Alerts: t("Alerts"),
  "Change events": t("Change events"),
  "Server URL": t("Server URL"),
  "Without the path of the API.": t("Without the path of the API."),
  Topic: t("Topic"),
  "Anyone who knows the name of a public topic can read it.": t(
    "Anyone who knows the name of a public topic can read it.",
  ),
  "Access token": t("Access token"),
  "Only for protected topics. In ntfy: Account > Access tokens.": t(
    "Only for protected topics. In ntfy: Account > Access tokens.",
  ),
  "Application token": t("Application token"),
  "In Gotify: Apps > Create application.": t("In Gotify: Apps > Create application."),
  "In Pushover: Your Applications > Create an Application.": t(
    "In Pushover: Your Applications > Create an Application.",
  ),
  "User or group key": t("User or group key"),
  "The key on your Pushover dashboard, or of a delivery group.": t(
    "The key on your Pushover dashboard, or of a delivery group.",
  ),
  Device: t("Device"),
  "Blank: all devices.": t("Blank: all devices."),
  "Repeat critical alerts until confirmed": t("Repeat critical alerts until confirmed"),
  "Every minute for at most 3 hours; a recovery ends it.": t(
    "Every minute for at most 3 hours; a recovery ends it.",
  ),
  "Device key": t("Device key"),
  "The part after the host of the URL that the app shows.": t(
    "The part after the host of the URL that the app shows.",
  ),
  "Members by name": t("Members by name"),
  "All members of a role": t("All members of a role"),
  Members: t("Members"),
  "Up to 20. Each adds devices under Profile > Devices.": t(
    "Up to 20. Each adds devices under Profile > Devices.",
  ),
  Role: t("Role"),
  "Members with exactly this role, on all their devices.": t(
    "Members with exactly this role, on all their devices.",
  ),
  Owner: t("Owner"),
  Admin: t("Admin"),
  Member: t("Member"),
  Viewer: t("Viewer"),
  "Token of an account that is a member of the room.": t("Token of an account that is a member of the room."),
  "Room ID": t("Room ID"),
  "In Element: room settings > Advanced. Not encrypted rooms.": t(
    "In Element: room settings > Advanced. Not encrypted rooms.",
  ),
  "In Mattermost: Integrations > Incoming Webhooks.": t("In Mattermost: Integrations > Incoming Webhooks."),
  "In Mattermost: Integrations > Bot Accounts.": t("In Mattermost: Integrations > Bot Accounts."),
  "Channel ID": t("Channel ID"),
  "In Mattermost: channel menu > View Info.": t("In Mattermost: channel menu > View Info."),
  "Incoming integration": t("Incoming integration"),
  "Access token (recoveries reply in the thread)": t("Access token (recoveries reply in the thread)"),
  "In Rocket.Chat: Workspace > Integrations > New > Incoming.": t(
    "In Rocket.Chat: Workspace > Integrations > New > Incoming.",
  ),
  "User ID": t("User ID"),
  "Shown when the personal access token is created.": t("Shown when the personal access token is created."),
  "In Rocket.Chat: My account > Personal access tokens.": t(
    "In Rocket.Chat: My account > Personal access tokens.",
  ),
  "A #channel, a @user or a room ID.": t("A #channel, a @user or a room ID."),
  "In Google Chat: space > Apps & integrations > Webhooks.": t(
    "In Google Chat: space > Apps & integrations > Webhooks.",
  ),
  "Bot email": t("Bot email"),
  "In Zulip: Settings > Your bots.": t("In Zulip: Settings > Your bots."),
  "API key": t("API key"),
  "Key of the bot.": t("Key of the bot."),
  "Name of the channel.": t("Name of the channel."),
  "Blank: the name of the target.": t("Blank: the name of the target."),
  "The number that signal-cli-rest-api has registered or linked.": t(
    "The number that signal-cli-rest-api has registered or linked.",
  ),
  "Phone numbers or group IDs (group.…). Press Enter to add.": t(
    "Phone numbers or group IDs (group.…). Press Enter to add.",
  ),
  "Channel access token": t("Channel access token"),
  "In the LINE Developers Console: channel > Messaging API.": t(
    "In the LINE Developers Console: channel > Messaging API.",
  ),
  "Recipient ID": t("Recipient ID"),
  "ID of a user, group or room that the bot knows.": t("ID of a user, group or room that the bot knows."),
  "In DingTalk: group settings > Bots > Custom.": t("In DingTalk: group settings > Bots > Custom."),
  "Only if the bot's security settings require a signature.": t(
    "Only if the bot's security settings require a signature.",
  ),
  "In Feishu or Lark: group settings > Bots > Custom Bot.": t(
    "In Feishu or Lark: group settings > Bots > Custom Bot.",
  ),
  "In WeCom: group > Add group robot.": t("In WeCom: group > Add group robot."),
  "Long-lived access token": t("Long-lived access token"),
  "In Home Assistant: your profile > Security.": t("In Home Assistant: your profile > Security."),
  "Notify action": t("Notify action"),
  "The part after 'notify.' of an action.": t("The part after 'notify.' of an action."),
  "Stored configuration": t("Stored configuration"),
  "Configuration key": t("Configuration key"),
  "The key under which the Apprise server stores its URLs.": t(
    "The key under which the Apprise server stores its URLs.",
  ),
  Tag: t("Tag"),
  "Blank: all services.": t("Blank: all services."),
  "Separated by commas. They contain credentials and are encrypted.": t(
    "Separated by commas. They contain credentials and are encrypted.",
  ),
  "Topic ARN": t("Topic ARN"),
  "In Amazon SNS: Topics.": t("In Amazon SNS: Topics."),
  "Access key ID": t("Access key ID"),
  "Of a user that may call sns:Publish on this topic only.": t(
    "Of a user that may call sns:Publish on this topic only.",
  ),
  "Secret access key": t("Secret access key"),
  "The secret of the access key.": t("The secret of the access key."),
  Endpoint: t("Endpoint"),
  "Blank: the endpoint of the region of the topic.": t("Blank: the endpoint of the region of the topic."),
  "Account SID": t("Account SID"),
  "In the Twilio Console: Account Info.": t("In the Twilio Console: Account Info."),
  "Auth token": t("Auth token"),
  "In the Twilio Console, below the account SID.": t("In the Twilio Console, below the account SID."),
  "A Twilio number, a messaging service (MG…) or a sender name.": t(
    "A Twilio number, a messaging service (MG…) or a sender name.",
  ),
  "Up to 10 numbers with country code. Press Enter or comma to add.": t(
    "Up to 10 numbers with country code. Press Enter or comma to add.",
  ),
  "Only for another region, such as https://api.dublin.ie1.twilio.com": t(
    "Only for another region, such as https://api.dublin.ie1.twilio.com",
  ),
  Caller: t("Caller"),
  "A Twilio number that can make calls.": t("A Twilio number that can make calls."),
  "Call on recovery": t("Call on recovery"),
  "If off, recoveries are not called.": t("If off, recoveries are not called."),
  "In the Vonage API Dashboard: API settings.": t("In the Vonage API Dashboard: API settings."),
  "API secret": t("API secret"),
  "A Vonage number or a sender name of at most 11 characters.": t(
    "A Vonage number or a sender name of at most 11 characters.",
  ),
  "REST endpoint URL": t("REST endpoint URL"),
  "In Splunk On-Call: Integrations > REST - Generic, with a routing key at its end.": t(
    "In Splunk On-Call: Integrations > REST - Generic, with a routing key at its end.",
  ),
  "Alert source ID": t("Alert source ID"),
  "In incident.io: Alerts > Sources > HTTP: the last part of its URL.": t(
    "In incident.io: Alerts > Sources > HTTP: the last part of its URL.",
  ),
  Token: t("Token"),
  "The bearer token of the alert source.": t("The bearer token of the alert source."),
  "In ilert: Alert sources > API.": t("In ilert: Alert sources > API."),
  "In Squadcast: service > Alert sources > Incident Webhook (API v2).": t(
    "In Squadcast: service > Alert sources > Incident Webhook (API v2).",
  ),
  "Team secret": t("Team secret"),
  "In SIGNL4: Integrations > Webhook: the last part of its URL.": t(
    "In SIGNL4: Integrations > Webhook: the last part of its URL.",
  ),
  "In Opsgenie: team > Integrations > API.": t("In Opsgenie: team > Integrations > API."),
  "https://api.eu.opsgenie.com for accounts in the EU. Blank: US.": t(
    "https://api.eu.opsgenie.com for accounts in the EU. Blank: US.",
  ),
  "In Jira Service Management: Operations > team > Integrations > API.": t(
    "In Jira Service Management: Operations > team > Integrations > API.",
  ),
  Repository: t("Repository"),
  "Owner and name.": t("Owner and name."),
  "A fine-grained token with the permission Issues: read and write.": t(
    "A fine-grained token with the permission Issues: read and write.",
  ),
  Labels: t("Labels"),
  "Labels of new issues. Optional.": t("Labels of new issues. Optional."),
  "Only for GitHub Enterprise Server.": t("Only for GitHub Enterprise Server."),
  Project: t("Project"),
  "Path or ID of the project.": t("Path or ID of the project."),
  "A project access token with the role Reporter and the scope api.": t(
    "A project access token with the role Reporter and the scope api.",
  ),
  Server: t("Server"),
  "Blank: https://gitlab.com.": t("Blank: https://gitlab.com."),
  Host: t("Host"),
  "Receives messages of RFC 5424.": t("Receives messages of RFC 5424."),
  "Blank: 6514 for TLS, otherwise 514.": t("Blank: 6514 for TLS, otherwise 514."),
  Transport: t("Transport"),
  "Syslog over UDP is not acknowledged: messages can be lost.": t(
    "Syslog over UDP is not acknowledged: messages can be lost.",
  ),
  "Accept any certificate": t("Accept any certificate"),
  "Only for TLS, for servers with a certificate of their own.": t(
    "Only for TLS, for servers with a certificate of their own.",
  ),
  Facility: t("Facility"),
  "By which the server sorts messages.": t("By which the server sorts messages."),
  Email: t("Email"),
  "Twilio call": t("Twilio call"),
  "GitHub issue": t("GitHub issue"),
  "GitLab issue": t("GitLab issue"),
};
