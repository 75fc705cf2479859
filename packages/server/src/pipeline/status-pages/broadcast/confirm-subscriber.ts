import { randomBytes } from "node:crypto";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { harmlessName } from "../../../platform/mail/harmless-name.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { SendOutcome } from "../../alerting/messages/channel.ts";
import { type PageAddresses, pageUrl } from "../page-url.ts";
import { confirmSubscription } from "../subscribers/change-subscription.ts";
import {
  findSubscribedPage,
  findSubscriberById,
  type SubscribedPage,
} from "../subscribers/subscriber-queries.ts";
import type { SubscriberRow } from "../subscribers/subscriber-row.ts";
import { openSubscriberSecrets, type SubscriberSecrets } from "../subscribers/subscriber-secrets.ts";
import { disableSubscriber } from "./broadcast-queries.ts";
import { postToChat, sendMailOnce } from "./send-to-subscriber.ts";
import type { SubscriberTexts } from "./subscriber-texts.ts";
import { subscriptionLinks } from "./subscription-links.ts";
import { signRequest } from "./webhook-body.ts";

/**
 * Asks an address that subscribed to confirm: with a link in an email or a chat message. A webhook confirms by
 * returning the challenge.
 */
export type ConfirmDeps = {
  database: Database;
  vault: Vault;
  clock: Clock;
  log: Logger;
  texts: SubscriberTexts;
  mailer: Mailer;
  request: SendRequest;
  addresses: PageAddresses;
};

const CHALLENGE_BYTES = 24;

export async function confirmSubscriber(deps: ConfirmDeps, subscriberId: string): Promise<void> {
  const { database, vault, clock, log } = deps;
  const row = await findSubscriberById(database, subscriberId);
  const page = row && (await findSubscribedPage(database, row.page_id));
  // Deleted meanwhile, or answered already.
  if (!row || !page || (row.state !== "active" && row.requested_at === null)) return;
  const secrets = await openSubscriberSecrets({ db: database, vault }, row);
  if (row.type === "webhook")
    return row.state === "active" ? undefined : challenge(deps, { row, page, secrets });
  const outcome = await ask(deps, { row, page, secrets });
  if (outcome === null || outcome.ok) return;
  log.info("status_page.confirmation_failed", { subscriber_id: row.id, reason: outcome.error });
  if (outcome.isPermanent)
    await disableSubscriber(
      database,
      { subscriber_id: row.id },
      {
        ...{ now: new Date(clock.now()), error: outcome.error },
      },
    );
  else throw new Error(`the confirmation was not accepted: ${outcome.error}`);
}

type Asked = { row: SubscriberRow; page: SubscribedPage; secrets: SubscriberSecrets };

/** Null if there is nothing to ask. */
async function ask(deps: ConfirmDeps, { row, page, secrets }: Asked): Promise<SendOutcome | null> {
  const { texts, mailer, request, addresses, clock } = deps;
  const { manageUrl, unsubscribeUrl } = subscriptionLinks(pageUrl(page, addresses), secrets.token);
  const isActive = row.state === "active";
  const message = (isActive ? texts.subscribedAlready : texts.confirmation)(page, row.language, manageUrl);
  if (row.type === "email")
    return sendMailOnce((mail) => mailer.send(mail), {
      ...message.mail,
      ...{ to: secrets.address, fromName: harmlessName(page.title) },
      list: { id: page.public_id, unsubscribeUrl },
    });
  if (isActive || row.type === "webhook") return null;
  return postToChat({ request, url: secrets.address, nowMs: clock.now() }, row.type, message.description);
}

/** The receiver returns the text of `challenge`, alone or as a field of this name. */
async function challenge(deps: ConfirmDeps, { row, page, secrets }: Asked): Promise<void> {
  const { database, clock, request, addresses, log } = deps;
  const base = pageUrl(page, addresses);
  const text = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const signingSecret = secrets.signingSecret ?? "";
  const event = {
    type: "subscription.challenge",
    timestamp: new Date(clock.now()).toISOString(),
    data: {
      page: { id: page.public_id, name: page.title, url: base },
      challenge: text,
      signing_secret: signingSecret,
      ...{ manage_url: subscriptionLinks(base, secrets.token).manageUrl },
    },
  };
  const id = `challenge_${text.slice(0, 16)}`;
  const signed = signRequest({ id, ...event }, { id, signingSecret, nowMs: clock.now() });
  const response = await request(secrets.address, {
    headers: { "user-agent": "Vedette", "content-type": "application/json", ...signed.headers },
    body: signed.body,
  }).catch((error: unknown) => {
    log.info("status_page.challenge_failed", { subscriber_id: row.id, ...errorFacts(error) });
    return null;
  });
  if (response?.statusCode !== 200 || !isAnswer(response.text, text)) return;
  const held = { pageId: page.id, token: secrets.token };
  await database.transaction((db) => confirmSubscription(db, held, clock.now()));
}

function isAnswer(body: string, wanted: string): boolean {
  if (body.trim() === wanted) return true;
  try {
    const parsed: unknown = JSON.parse(body);
    return (
      typeof parsed === "object" && parsed !== null && "challenge" in parsed && parsed.challenge === wanted
    );
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
