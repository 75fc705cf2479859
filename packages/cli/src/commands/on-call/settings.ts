import type { OnCallSettings } from "@vedette/contract/on-call/on-call-settings.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";
import { OnCallClient } from "../../on-call-client.ts";

const NONE = "none";

export const onCallSettings = defineCommand({
  words: "on-call settings",
  summary: "Prints the channels that send SMS and calls to members, or changes them",
  options: {
    "sms-channel": { type: "string", value: "id", summary: `twilio_sms channel, or '${NONE}'` },
    "call-channel": { type: "string", value: "id", summary: `twilio_call channel, or '${NONE}'` },
  },
  async run({ options }, context) {
    const { "sms-channel": sms, "call-channel": call } = options;
    const change = {
      ...(sms !== undefined && { sms_channel_id: sms === NONE ? null : sms }),
      ...(call !== undefined && { call_channel_id: call === NONE ? null : call }),
    };
    const client = new OnCallClient(context.settings());
    const isChange = Object.keys(change).length > 0;
    const settings = await (isChange ? client.changeSettings(change) : client.getSettings());
    await context.write(settings, () => toText(settings));
    return EXIT.ok;
  },
});

function toText({ sms_channel_id: sms, call_channel_id: call }: OnCallSettings): string {
  return [`SMS channel   ${sms ?? NONE}`, `Call channel  ${call ?? NONE}`].join("\n");
}
