import { SUBSCRIBER_STATES, type SubscriberState } from "@vedette/contract/status-pages/subscriber-words.ts";

/** The filters of the list, in the URL. */
export type SubscriberSearch = { state?: SubscriberState; address?: string };

export function readSubscriberSearch(search: Record<string, unknown>): SubscriberSearch {
  const state = SUBSCRIBER_STATES.find((one) => one === search.state);
  const address = typeof search.address === "string" ? search.address.trim() : "";
  return { ...(state && { state }), ...(address !== "" && { address }) };
}
