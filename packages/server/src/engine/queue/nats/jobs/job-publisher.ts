import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import type { RunJob } from "@vedette/contract/runs/run-job.ts";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import type { NatsLink } from "../connection.ts";
import type { Names } from "../names.ts";
import type { Presence } from "../presence.ts";
import type { EncryptFor } from "../recipient-encryption.ts";
import { compressed, payloadBytesMax } from "../wire.ts";

/** Publishes work for the runners. */
export type JobPublisher = {
  /** Resolves with the jobs that no runner will receive because of an internal error. */
  sendChecks(location: string, jobs: readonly CheckJob[]): Promise<CheckJob[]>;
  /** Returns false if no runner will receive it. */
  sendRun(location: string, job: RunJob): Promise<boolean>;
};

export type JobPublisherDeps = {
  link: NatsLink;
  names: Names;
  log: Logger;
  presence: Presence;
  seal: EncryptFor;
};

/**
 * Checks in one message: few enough that several runners share a burst, enough to keep the cost per check
 * low.
 */
const BATCH_MAX = 50;
const PUBLISH_TIMEOUT_MS = 5_000;
/** Messages in flight to NATS. More of them mean that NATS cannot keep up. */
const IN_FLIGHT_MAX = 2_000;

export function createJobPublisher(deps: JobPublisherDeps): JobPublisher {
  const { link, names, log, presence } = deps;
  let onTheWay = 0;
  let isFailing = false;

  /** Returns true once the stream has stored it. */
  async function send(
    to: { subject: string; publicKeys: readonly string[] },
    work: CheckJob[] | RunJob,
  ): Promise<boolean> {
    if (to.publicKeys.length === 0 || !link.isConnected() || onTheWay >= IN_FLIGHT_MAX) return false;
    onTheWay += 1;
    try {
      const encrypted = deps.seal(compressed(work), { publicKeys: to.publicKeys, context: [to.subject] });
      if (encrypted.length > payloadBytesMax(link.nc.info))
        throw new Error(`a message of ${encrypted.length} bytes is too large`);
      await link.js.publish(to.subject, encrypted, { timeout: PUBLISH_TIMEOUT_MS });
      isFailing = false;
      return true;
    } catch (error) {
      const isNews = !isFailing && link.isConnected();
      if (isNews) log.warn("nats.publish_failed", { what: "jobs", ...errorFacts(error) });
      isFailing = true;
      return false;
    } finally {
      onTheWay -= 1;
    }
  }

  return {
    async sendChecks(location, jobs) {
      const to = { subject: names.checks(location), publicKeys: presence.recipients(location, "checks") };
      const batches = Array.from({ length: Math.ceil(jobs.length / BATCH_MAX) }, (_, index) =>
        jobs.slice(index * BATCH_MAX, (index + 1) * BATCH_MAX),
      );
      const sent = await Promise.all(batches.map((batch) => send(to, batch)));
      return batches.filter((_, index) => !sent[index]).flat();
    },
    sendRun(location, job) {
      const { kind } = job.spec;
      const publicKeys = presence.recipients(location, kind);
      return send({ subject: names.runs(location, kind), publicKeys }, job);
    },
  };
}
