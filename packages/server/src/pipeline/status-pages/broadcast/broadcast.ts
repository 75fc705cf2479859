import { createHash } from "node:crypto";
import { sendJob } from "../../../platform/jobs/send-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { formatUuid, toPublicId } from "../../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { MailPool } from "../../../platform/mail/mail-pool.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { SendOutcome } from "../../alerting/messages/channel.ts";
import type { PageAddresses } from "../page-url.ts";
import { openSubscriberSecrets } from "../subscribers/subscriber-secrets.ts";
import {
  type ClaimedDelivery,
  claimDeliveries,
  findNextDueDelivery,
  finishDelivery,
} from "./broadcast-queries.ts";
import { createPageDeliveries } from "./create-page-deliveries.ts";
import { isTooOld } from "./delivery-decision.ts";
import { type EventFacts, EventFactsReader } from "./event-facts.ts";
import { recordDeliveryOutcome } from "./record-delivery-outcome.ts";
import { postToChat, postToWebhook, sendMailOnce } from "./send-to-subscriber.ts";
import type { EventTexts, SubscriberTexts } from "./subscriber-texts.ts";
import { subscriptionLinks } from "./subscription-links.ts";
import { signRequest, webhookEvent } from "./webhook-body.ts";

/**
 * Notifies the subscribers of status pages: creates a delivery for each subscriber of an event, and sends what is due.
 *
 * A delivery is claimed before it is sent and stored as sent right after it was accepted. If the process ends in
 * between, the claim expires and the message is sent again, with the same ID: at most those that were in flight, one
 * for each connection.
 */
export type BroadcastDeps = {
  database: Database;
  vault: Vault;
  clock: Clock;
  log: Logger;
  texts: SubscriberTexts;
  /** Returns null if email is not configured. */
  openMailPool: () => Promise<MailPool | null>;
  request: SendRequest;
  addresses: PageAddresses;
  /** Makes IDs of maintenances. */
  secret: string;
  random: () => number;
};

/** A run of the job ends before its timeout, and another one goes on. */
const RUN_MS = 240_000;
/** How long an email may take; a request takes less. */
export const MAIL_DEADLINE_MS = 20_000;
/** The longest send, and a margin to store its outcome. */
const SEND_MS = MAIL_DEADLINE_MS + 2_000;
/** How long a claim is valid. A message is sent only if its claim lasts for the whole send. */
const CLAIM_MS = 30_000;
/** Claimed together: fewer statements, and no more than a moment's work. */
const CLAIMED_MAX = 5;
const SOON_MS = 60_000;
/** Requests at a time; each waits for its receiver, mostly. */
const REQUESTS_AT_ONCE = 16;
/** If the mail server is down, the rest waits for the next run. */
const FAILURES_IN_A_ROW_MAX = 20;

export class Broadcasts {
  readonly #deps: BroadcastDeps;
  #running: Promise<void> | null = null;
  #isWanted = false;

  constructor(deps: BroadcastDeps) {
    this.#deps = deps;
  }

  /** Sends what is due. A second call while one runs makes it go on, so that no more is in flight. */
  run({ signal }: { signal: AbortSignal }): Promise<void> {
    this.#isWanted = true;
    this.#running ??= this.#runAll(signal).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #runAll(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.#deps;
    const endsAt = clock.monotonic() + RUN_MS;
    const mayGoOn = () => !signal.aborted && clock.monotonic() < endsAt;
    const facts = new EventFactsReader({ ...this.#deps, db: database });
    let isOver = false;
    while (mayGoOn() && !isOver) {
      this.#isWanted = false;
      await createPageDeliveries(this.#deps);
      const dueAt = await findNextDueDelivery(database);
      const isDue = dueAt !== null && dueAt.getTime() <= clock.now();
      const mayHaveMore = isDue && (await this.#sendDue(facts, mayGoOn));
      isOver = !mayHaveMore && !this.#isWanted;
    }
    if (!signal.aborted) await this.#scheduleNext(!isOver);
  }

  /** Returns whether another attempt at what is left makes sense now. */
  async #sendDue(facts: EventFactsReader, mayGoOn: () => boolean): Promise<boolean> {
    const pool = await this.#deps.openMailPool();
    const run: Run = {
      ...{ ...this.#deps, facts, pool, mayGoOn, texts: cached(this.#deps) },
      ...{ handled: 0, failuresInARow: 0 },
    };
    try {
      await Promise.all([
        ...repeat(pool?.connections ?? 0, () => work(run, true)),
        ...repeat(REQUESTS_AT_ONCE, () => work(run, false)),
      ]);
    } finally {
      pool?.close();
    }
    // A message waits for an earlier one to its subscriber, which was being sent until now.
    return run.handled > 0 && run.failuresInARow < FAILURES_IN_A_ROW_MAX;
  }

  /** For what is left, is due soon, or is claimed by a process that may have ended. The job of each minute does the rest. */
  async #scheduleNext(isCut: boolean): Promise<void> {
    const { database, clock } = this.#deps;
    const next = await findNextDueDelivery(database);
    const nowMs = clock.now();
    // What is due but was not sent, as the mail server is away, must not be tried again at once.
    if (next === null || next.getTime() > nowMs + SOON_MS || (next.getTime() <= nowMs && !isCut)) return;
    const at = new Date(Math.max(next.getTime(), nowMs));
    const digest = createHash("sha256").update(`broadcast ${at.getTime()}`).digest();
    const job = { name: "status_pages.broadcast", data: {} } as const;
    await sendJob(database, job, { id: formatUuid(digest.subarray(0, 16)), startAt: at });
  }
}

type Run = Omit<BroadcastDeps, "texts"> & {
  facts: EventFactsReader;
  pool: MailPool | null;
  mayGoOn: () => boolean;
  handled: number;
  failuresInARow: number;
  texts: (facts: EventFacts, language: ClaimedDelivery["language"]) => EventTexts;
};

function repeat(count: number, start: () => Promise<void>): Promise<void>[] {
  return Array.from({ length: count }, start);
}

/** Sends one message after another until none is due. */
async function work(run: Run, isMail: boolean): Promise<void> {
  const { database, clock } = run;
  while (run.mayGoOn()) {
    if (isMail && run.failuresInARow >= FAILURES_IN_A_ROW_MAX) return;
    const now = clock.now();
    const claimed = await claimDeliveries(database, {
      ...{ isMail, now: new Date(now), until: new Date(now + CLAIM_MS) },
      limit: CLAIMED_MAX,
    });
    if (claimed.length === 0) return;
    const startedAt = clock.monotonic();
    for (const delivery of claimed) {
      // What cannot be sent within the claim is due again when it expires.
      if (!run.mayGoOn() || clock.monotonic() - startedAt > CLAIM_MS - SEND_MS) return;
      await deliver(run, delivery);
      run.handled += 1;
    }
  }
}

async function deliver(run: Run, delivery: ClaimedDelivery): Promise<void> {
  const { database, clock, log } = run;
  try {
    const facts = delivery.is_active ? await run.facts.read(delivery.event_id) : null;
    const now = new Date(clock.now());
    if (facts === null)
      return void (await finishDelivery(database, delivery, { state: "discarded", error: null, now }));
    // After an outage, or once a mail server is configured.
    if (delivery.tries === 0 && isTooOld(delivery.type, now.getTime() - facts.event.at.getTime())) {
      const error = "the event was too old when it could be sent";
      return void (await finishDelivery(database, delivery, { state: "failed", error, now }));
    }
    const outcome = await send(run, delivery, facts);
    if (delivery.type === "email")
      run.failuresInARow = outcome.ok || outcome.isPermanent ? 0 : run.failuresInARow + 1;
    await recordDeliveryOutcome(run, { delivery, outcome, eventAtMs: facts.event.at.getTime() });
  } catch (error) {
    log.error("status_page.delivery_failed", { subscriber_id: delivery.subscriber_id, ...errorFacts(error) });
  }
}

async function send(run: Run, delivery: ClaimedDelivery, facts: EventFacts): Promise<SendOutcome> {
  const { database, vault, request, clock, pool } = run;
  const { type, subscriber_id, org_id, encrypted_secrets } = delivery;
  const secrets = await openSubscriberSecrets(
    { db: database, vault },
    { id: subscriber_id, org_id, encrypted_secrets },
  );
  const id = messageId(delivery);
  const nowMs = clock.now();
  if (type === "email") {
    if (pool === null) throw new Error("email is not configured");
    const links = subscriptionLinks(facts.pageUrl, secrets.token);
    return sendMailOnce((mail) => pool.send(mail), {
      ...run.texts(facts, delivery.language).mail(links),
      to: secrets.address,
      fromName: facts.page.title,
      messageId: id,
      list: { id: facts.page.public_id, unsubscribeUrl: links.unsubscribeUrl },
    });
  }
  const receiver = { request, url: secrets.address, nowMs };
  if (type !== "webhook") return postToChat(receiver, type, run.texts(facts, delivery.language).description);
  const signingSecret = secrets.signingSecret ?? "";
  return postToWebhook(receiver, signRequest({ id, ...webhookEvent(facts) }, { id, signingSecret, nowMs }));
}

/** The same in every try, and different for each subscriber, so that receivers can detect a repeated message. */
function messageId({ event_id, subscriber_id }: ClaimedDelivery): string {
  return toPublicId(createHash("sha256").update(`${event_id} ${subscriber_id}`).digest());
}

/** Texts are written once for each event and language, as long as the facts are the same. */
function cached({ texts }: BroadcastDeps): Run["texts"] {
  const known = new WeakMap<EventFacts, Map<string, EventTexts>>();
  return (facts, language) => {
    const byLanguage = known.get(facts) ?? new Map<string, EventTexts>();
    known.set(facts, byLanguage);
    const found = byLanguage.get(language);
    if (found) return found;
    const { event, page, url, components } = facts;
    const made = texts.event(
      {
        ...{ kind: event.kind, atMs: event.at.getTime(), content: event.content, page, url },
        components: components.map(({ name }) => name),
      },
      language,
    );
    byLanguage.set(language, made);
    return made;
  };
}
