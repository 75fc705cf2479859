import { ALERT_CHANNEL_TYPES } from "@vedette/contract/alerts/channels/channel-types.ts";
import { CONTACT_METHOD_TYPES } from "@vedette/contract/on-call/contact-method-limits.ts";
import { channelTypeLabel } from "../alert-channels/channel-types.ts";
import { CONTACT_LABELS } from "../settings/profile/contact-methods/contact-labels.ts";

/** The name of the type of a contact method or channel; an unknown type as it is. */
export function receiptLabel(type: string): string {
  const method = CONTACT_METHOD_TYPES.find((each) => each === type);
  if (method) return CONTACT_LABELS[method];
  const channel = ALERT_CHANNEL_TYPES.find((each) => each === type);
  return channel ? channelTypeLabel(channel) : type;
}
