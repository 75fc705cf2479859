import { AUDIT_BATCH_MAX } from "@vedette/contract/people/audit-streams.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Database } from "../../platform/storage/database.ts";
import { notifyStreamOwners } from "./notify-stream-owners.ts";
import {
  claimStreams,
  endLease,
  listStreamEntries,
  type StreamRow,
  saveSent,
  saveStreamFailure,
} from "./queries.ts";
import { type BatchSenders, sendBatch } from "./send-batch.ts";
import { type StreamEntry, toStreamEntry } from "./stream-entry.ts";
import { openStreamSecrets } from "./stream-secrets.ts";

/*
 * Sends the entries of audit logs to the streams of their organizations, in order and at least once. The log is the outbox:
 * a stream stores the number of the newest entry that its receiver accepted. One process at a time sends for a stream. Entries
 * that were accepted but not stored as sent are sent again after a crash; they have numbers and ids.
 */

export type StreamDeps = BatchSenders & {
  database: Database;
  clock: Clock;
  log: Logger;
  vault: Vault;
  mailer: Mailer;
  publicUrl: string;
};

/** Streams that send at the same time; each holds one batch in memory. */
const STREAMS_AT_ONCE = 8;
/** More than one batch takes; each batch extends it. */
const LEASE_MS = 60_000;
/** So that a stream with a long backlog does not delay the others. */
const BATCHES_PER_TURN_MAX = 50;
/** Of the entries of a batch; a single one may be larger. */
const BATCH_BYTES_MAX = 1_048_576;
const FIRST_WAIT_MS = 10_000;
const WAIT_MS_MAX = 900_000;

export function auditStreamJobs(deps: StreamDeps) {
  return { "audit.send": ({ signal }: { signal: AbortSignal }) => sendStreams(deps, signal) };
}

export async function sendStreams(deps: StreamDeps, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = deps;
  while (!signal.aborted) {
    const nowMs = clock.now();
    const [now, until] = [new Date(nowMs), new Date(nowMs + LEASE_MS)];
    const claimed = await claimStreams(database, { now, until, limit: STREAMS_AT_ONCE });
    if (claimed.length === 0) return;
    await Promise.all(
      claimed.map((stream) =>
        sendStream(deps, stream, signal).catch((error: unknown) =>
          log.error("audit.stream_failed", { stream_id: stream.id, ...errorFacts(error) }),
        ),
      ),
    );
  }
}

/** Ends at the first batch that is not accepted, so that entries stay in order. */
async function sendStream(deps: StreamDeps, stream: StreamRow, signal: AbortSignal): Promise<void> {
  const { database, clock, vault } = deps;
  const { id, org_id: orgId, version } = stream;
  const secrets = await openStreamSecrets(
    { db: database, vault },
    { orgId, id, version },
    stream.encrypted_secrets,
  );
  let sentSeq = stream.sent_seq;
  for (let batches = 0; batches < BATCHES_PER_TURN_MAX && !signal.aborted; batches += 1) {
    const rows = await listStreamEntries(database, orgId, { afterSeq: sentSeq, limit: AUDIT_BATCH_MAX });
    const entries = withinBytes(rows.map((row) => toStreamEntry(orgId, row)));
    const last = entries.at(-1);
    if (last === undefined) break;
    const error = await sendBatch(deps, stream, { entries, secrets, nowMs: clock.now() });
    const nowMs = clock.now();
    if (error !== null) {
      await recordFailure(deps, stream, { error, failures: batches === 0 ? stream.failures : 0 });
      return;
    }
    const until = new Date(nowMs + LEASE_MS);
    const saved = { fromSeq: sentSeq, seq: last.number, now: new Date(nowMs), until };
    if ((await saveSent(database, id, saved)) === 0) return;
    sentSeq = last.number;
  }
  await endLease(database, id);
}

async function recordFailure(
  deps: StreamDeps,
  stream: StreamRow,
  { error, failures }: { error: string; failures: number },
): Promise<void> {
  const { database, clock, log } = deps;
  const nowMs = clock.now();
  const waitMs = Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** Math.min(failures, 10));
  await saveStreamFailure(database, stream.id, {
    error,
    now: new Date(nowMs),
    nextAttemptAt: new Date(nowMs + waitMs),
  });
  await endLease(database, stream.id);
  log.warn("audit.stream_not_accepted", { stream_id: stream.id, org_id: stream.org_id, error });
  await notifyStreamOwners(deps, stream, error);
}

/** The first entries that fit a batch: at least one. */
function withinBytes(entries: readonly StreamEntry[]): readonly StreamEntry[] {
  let bytes = 0;
  const end = entries.findIndex((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return bytes > BATCH_BYTES_MAX;
  });
  return end === -1 ? entries : entries.slice(0, Math.max(1, end));
}
