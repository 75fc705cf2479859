import {
  ALERT_CHANNEL_TYPES,
  type AlertChannelType,
  channelDeclaration,
} from "@vedette/contract/alerts/channels/channel-types.ts";
import { CHANNEL_CATEGORIES } from "@vedette/contract/alerts/channels/define-channel-type.ts";
import { t } from "../../language/t.ts";
import { channelText } from "./contract-texts.ts";

/** The types of alert channels in groups, as a form offers them. Pure. */

export function channelTypeLabel(type: AlertChannelType): string {
  return channelText(channelDeclaration(type).label);
}

export type ChannelTypeGroup = { label: string; types: readonly AlertChannelType[] };

/**
 * The types whose name or category contains the text, by category. The chosen one is always among them. Email is
 * last on a server that sends no mail.
 */
export function channelTypeGroups({
  text,
  chosen,
  sendsMail,
}: {
  text: string;
  chosen: AlertChannelType;
  sendsMail: boolean;
}): readonly ChannelTypeGroup[] {
  const isShown = (type: AlertChannelType) =>
    type === chosen ||
    [channelTypeLabel(type), categoryLabel(type), type].some((name) => contains(name, text));
  const shown = ALERT_CHANNEL_TYPES.filter(isShown);
  const able = shown.filter((type) => sendsMail || type !== "email");
  const groups = Object.values(CHANNEL_CATEGORIES)
    .map(channelText)
    .map((label) => ({
      label,
      types: able.filter((type) => categoryLabel(type) === label),
    }));
  const unable = { label: t("Not available"), types: shown.filter((type) => !able.includes(type)) };
  return [...groups, unable].filter(({ types }) => types.length > 0);
}

function categoryLabel(type: AlertChannelType): string {
  return channelText(CHANNEL_CATEGORIES[channelDeclaration(type).category]);
}

function contains(name: string, text: string): boolean {
  const plain = (value: string) => value.toLowerCase().replaceAll(/[\s._-]/g, "");
  return plain(name).includes(plain(text));
}
