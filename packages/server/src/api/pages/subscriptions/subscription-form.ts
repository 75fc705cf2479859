import { subscriberAddressError } from "@vedette/contract/status-pages/page-subscribers.ts";
import {
  SUBSCRIBER_TYPES,
  SUBSCRIPTION_TOPICS,
  type SubscriberType,
} from "@vedette/contract/status-pages/subscriber-words.ts";
import type { PageComponentRow } from "../../../pipeline/status-pages/page-row.ts";
import type { SubscriberChoices } from "../../../pipeline/status-pages/subscribers/subscriber-row.ts";

/** Reads the forms of subscribers. Pure. */

/** Null if the address is not valid. */
export function readAddress(form: URLSearchParams): { type: SubscriberType; address: string } | null {
  const type = SUBSCRIBER_TYPES.find((one) => one === (form.get("type") ?? "email"));
  if (type === undefined) return null;
  const address = (form.get(type === "email" ? "email" : "url") ?? "").trim();
  return subscriberAddressError(type, address) === null ? { type, address } : null;
}

/** Null without a topic, or if only some components are wanted and none is chosen. */
export function readChoices(
  form: URLSearchParams,
  components: readonly Pick<PageComponentRow, "id" | "public_id">[],
): Omit<SubscriberChoices, "language"> | null {
  const topics = SUBSCRIPTION_TOPICS.filter((topic) => form.getAll("topic").includes(topic));
  if (topics.length === 0) return null;
  if (form.get("components") !== "some") return { topics, component_ids: null };
  const chosen = new Set(form.getAll("component"));
  const ids = components.filter(({ public_id }) => chosen.has(public_id)).map(({ id }) => id);
  return ids.length === 0 ? null : { topics, component_ids: ids };
}
