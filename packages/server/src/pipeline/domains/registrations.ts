import { setTimeout as sleep } from "node:timers/promises";
import { sendJob } from "../../platform/jobs/send-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Db } from "../../platform/storage/database.ts";
import { listRegistrations, type RegistrationRow, wantDomain } from "./queries.ts";

type RegistrationDeps = { db: Db; clock: Clock };

/** A monitor of a domain is checked at most this often, so a younger answer is current for all of them. */
const REGISTRATION_MAX_AGE_MS = 6 * 3_600_000;
/** A lookup takes about a second, and longer if the service is busy; its answer starts another check. */
const WAIT_MAX_MS = 10_000;
const POLL_MS = 200;

/**
 * Returns the registration of a domain as its registry has it now, or as far as it is known: an older answer is looked up
 * again, and waited for.
 */
export async function currentRegistration(
  { db, clock }: RegistrationDeps,
  domain: string,
): Promise<RegistrationRow | null> {
  const nowMs = clock.now();
  const [known = null] = await listRegistrations(db, [domain]);
  if (known && (known.error !== null || isCurrent(known, nowMs))) return known;
  await wantDomain(db, domain, new Date(nowMs));
  await sendJob(db, { name: "domains.lookup", data: {} });
  const endMs = clock.monotonic() + WAIT_MAX_MS;
  for (;;) {
    await sleep(POLL_MS);
    const [row = null] = await listRegistrations(db, [domain]);
    const isAnswered = row !== null && (row.error !== null || isCurrent(row, nowMs));
    if (isAnswered || clock.monotonic() > endMs) return row;
  }
}

function isCurrent({ fetched_at: at }: RegistrationRow, nowMs: number): boolean {
  return at !== null && nowMs - at.getTime() < REGISTRATION_MAX_AGE_MS;
}
