import { sendJob } from "../../../platform/jobs/send-job.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isExhausted, nextAttemptMs } from "../../alerting/delivery/deliver-backoff.ts";
import { rejectsRecipient } from "../../alerting/messages/twilio.ts";
import { scheduleSends } from "./page-people.ts";
import { insertPageNotifications } from "./paging-queries.ts";
import { type PageOutcomeFacts, type SendPageDeps, sendPage } from "./send-page.ts";
import {
  type ClaimedNotification,
  claimPageNotifications,
  findAccountMethod,
  findNextDueNotification,
  finishPageNotification,
  lockPageRow,
  markMethodFailed,
  markMethodWorking,
  markUnreached,
  readClaimed,
  retryPageNotification,
} from "./send-queries.ts";

/**
 * Sends the notifications of pages that are due. One is claimed before it is sent, and stored as sent right after it was
 * accepted. If the process ends in between, the claim expires and it is sent again: an email with the same Message-ID.
 */
export type PageSenderDeps = SendPageDeps & { log: Logger; random: () => number };

/** Sent at a time; each mostly waits for its receiver. */
const AT_ONCE = 8;
/** Longer than the deadlines of a mail and of a request. */
const CLAIM_MS = 60_000;
/** A run of the job ends before its timeout, with time for what is on its way. */
const RUN_MS = 20_000;
const SOON_MS = 60_000;
/** A page is urgent: later, the next step of the policy is more useful. */
const RETRY_MAX_SECONDS = 900;
/** Older notices are of no use. */
const NOTICE_MAX_MS = 3_600_000;

export class PageSender {
  readonly #deps: PageSenderDeps;
  #running: Promise<void> | null = null;
  #isWanted = false;

  constructor(deps: PageSenderDeps) {
    this.#deps = deps;
  }

  /** Sends what is due. A second call while one runs makes it go on. */
  run({ signal }: { signal: AbortSignal }): Promise<void> {
    this.#isWanted = true;
    this.#running ??= this.#sendDue(signal).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sendDue(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.#deps;
    const endsAt = clock.monotonic() + RUN_MS;
    while (!signal.aborted && clock.monotonic() < endsAt) {
      this.#isWanted = false;
      const nowMs = clock.now();
      const claim = { now: new Date(nowMs), until: new Date(nowMs + CLAIM_MS), limit: AT_ONCE };
      const claimed = (await claimPageNotifications(database, claim)).map(({ id }) => id);
      const rows = await readClaimed(database, claimed);
      await Promise.all(rows.map((row) => this.#send(row)));
      if (claimed.length === 0 && !this.#isWanted) break;
    }
    await this.#scheduleNext();
  }

  async #send(row: ClaimedNotification): Promise<void> {
    const { clock, log } = this.#deps;
    try {
      const isLate = row.kind !== "opened" && clock.now() - row.planned_at.getTime() > NOTICE_MAX_MS;
      const outcome = isLate ? { skipped: "it was too old" } : await sendPage(this.#deps, row);
      await recordOutcome(this.#deps, row, outcome);
    } catch (error) {
      log.error("on_call.page_failed", { notification_id: row.id, ...errorFacts(error) });
    }
  }

  /** For retries that are due soon; the job of each minute does the rest. */
  async #scheduleNext(): Promise<void> {
    const { database, clock } = this.#deps;
    const next = await findNextDueNotification(database);
    const nowMs = clock.now();
    if (next === null || next.getTime() > nowMs + SOON_MS) return;
    const startAt = new Date(Math.max(next.getTime(), nowMs + 1_000));
    await sendJob(database, { name: "on_call.send_pages", data: {} }, { startAt });
  }
}

async function recordOutcome(
  deps: PageSenderDeps,
  row: ClaimedNotification,
  outcome: PageOutcomeFacts,
): Promise<void> {
  const { database, clock, random } = deps;
  const nowMs = clock.now();
  const now = new Date(nowMs);
  if ("skipped" in outcome) {
    await database.transaction(async (db) => {
      await finishPageNotification(db, row.id, { status: "discarded", error: outcome.skipped, now });
      await standIn(db, row, now);
      await reportUnreached(db, row);
    });
    return;
  }
  if (outcome.ok) {
    const providerId = outcome.thread ?? null;
    await finishPageNotification(database, row.id, { status: "sent", error: null, providerId, now });
    if (row.is_failing) await markMethodWorking(database, row.method_id);
    return;
  }
  const { error, isPermanent, retryAfterSeconds } = outcome;
  const attempt = { attempts: row.attempts, createdAtMs: row.planned_at.getTime(), nowMs };
  const retry = { ...attempt, retryMaxSeconds: RETRY_MAX_SECONDS };
  if (!isPermanent && !isExhausted(retry)) {
    const at = new Date(nowMs + nextAttemptMs(retry, { retryAfterSeconds, random }));
    await retryPageNotification(database, row.id, { at, error });
    return;
  }
  await database.transaction(async (db) => {
    await finishPageNotification(db, row.id, { status: "failed", error, now });
    const isOfRecipient = row.method_type === "email" || rejectsRecipient(error);
    if (isPermanent && isOfRecipient) await markMethodFailed(db, row.method_id, { error, now });
    await standIn(db, row, now);
    await reportUnreached(db, row);
  });
}

/** A page that reached no one is reported to its escalation by a job, because escalations are locked before their pages. */
async function reportUnreached(db: Db, { kind, page_id: pageId }: ClaimedNotification): Promise<void> {
  if (kind !== "opened") return;
  await lockPageRow(db, pageId);
  const page = await markUnreached(db, pageId);
  if (page === null) return;
  const { escalation_id: escalationId, round, step } = page;
  await sendJob(db, { name: "escalations.settle_step", data: { escalationId, round, step } });
}

/** The address of the account is the fallback of a method that failed, so that no page is lost in silence. */
async function standIn(db: Db, row: ClaimedNotification, now: Date): Promise<void> {
  if (row.kind !== "opened" || !row.is_member) return;
  const account = await findAccountMethod(db, row.org_id, row.person_id);
  if (!account || account.id === row.method_id) return;
  const notification = {
    ...{ id: newId(now.getTime()), org_id: row.org_id, page_id: row.page_id, kind: row.kind },
    ...{ method_id: account.id, method_type: "email" as const, by_name: null },
    ...{ after_seconds: 0, due_at: now },
  };
  await insertPageNotifications(db, [notification], now);
  await scheduleSends(db, [notification]);
}
