import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type { Description } from "../../alerting/messages/describe-message.ts";
import type { PageEventKind, PublishedContent } from "../events/published-content.ts";

/** The texts of messages to subscribers, which the server of the pages writes in the language of each. */
export type SubscriberTexts = {
  event(event: NotifiedEvent, language: PageLanguage): EventTexts;
  /** Asks to confirm at `url`. */
  confirmation(page: MessagePage, language: PageLanguage, url: string): MessageTexts;
  /** To an address that subscribed again: where it changes its choices. */
  subscribedAlready(page: MessagePage, language: PageLanguage, url: string): MessageTexts;
};

export type MessagePage = { title: string; timezone: string };

export type NotifiedEvent = {
  kind: PageEventKind;
  atMs: number;
  content: PublishedContent;
  page: MessagePage;
  /** Where the page shows it. */
  url: string;
  /** Names of the affected components. */
  components: readonly string[];
};

export type MailTexts = { subject: string; text: string; html: string };
export type SubscriptionLinks = { manageUrl: string; unsubscribeUrl: string };
export type MessageTexts = { mail: MailTexts; description: Description };
/** Of one event in one language, for many subscribers. */
export type EventTexts = { mail: (links: SubscriptionLinks) => MailTexts; description: Description };
