import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type {
  SubscriberState,
  SubscriberType,
  SubscriptionTopic,
} from "@vedette/contract/status-pages/subscriber-words.ts";

export type SubscriberRow = {
  id: string;
  org_id: OrgId;
  page_id: string;
  type: SubscriberType;
  address_hash: Buffer;
  encrypted_secrets: Buffer;
  token_hash: Buffer;
  state: SubscriberState;
  topics: SubscriptionTopic[];
  /** Null: all. */
  component_ids: string[] | null;
  language: PageLanguage;
  requested_at: Date | null;
  confirmed_at: Date | null;
  ended_at: Date | null;
  failing_since: Date | null;
  error: string | null;
  /** ID of the user or API key; `visitor` for the form of the page. */
  created_by: string;
  created_at: Date;
};

/** What a subscriber chooses. */
export type SubscriberChoices = Pick<SubscriberRow, "topics" | "component_ids" | "language">;
