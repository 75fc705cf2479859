import { linkToNats } from "./connection.ts";
import { keepStreams } from "./keep-streams.ts";
import { namesOf } from "./names.ts";
import { NatsQueue } from "./nats-queue.ts";
import type { NatsQueueOptions, NatsTimeouts } from "./nats-queue-options.ts";
import { Presence } from "./presence.ts";
import { createDecrypt, createEncryptFor, createKeyPair } from "./recipient-encryption.ts";
import { awaitStreams, ensureStreams } from "./streams.ts";

/**
 * NATS redelivers the work of a dead process early enough for most checks to still start: no check may start
 * later than 30 s after its slot (pipeline/scheduler/schedule.ts), and clocks may differ a little.
 */
const TIMEOUTS: NatsTimeouts = { ackWaitMs: 10_000, checkAgeMaxMs: 60_000, verifyMs: 15_000 };

/** Connects to NATS, ensures its streams, and publishes the presence of this process. */
export async function openNatsQueue(options: NatsQueueOptions): Promise<NatsQueue> {
  const { clock, log, prefix = "vedette", replicas = 1, timeouts = TIMEOUTS, isRunnerOnly = false } = options;
  const link = await linkToNats(options);
  const names = namesOf(prefix);
  const ensure = () => ensureStreams(link.jsm, { names, replicas, checkAgeMaxMs: timeouts.checkAgeMaxMs });
  try {
    if (isRunnerOnly) await awaitStreams(link.jsm, { names, clock });
    else await ensure();
  } catch (error) {
    await link.close();
    throw error;
  }
  const endKeeping = keepStreams({
    link,
    log,
    intervalMs: timeouts.verifyMs,
    ensure: async () => {
      // A runner continues with the streams that the other processes recreate.
      if (!isRunnerOnly) await ensure();
    },
  });
  const keyPair = createKeyPair();
  const common = { link, names, clock, log, isRunnerOnly };
  const presence = new Presence({ ...common, replicas, publicKey: keyPair.publicKey });
  await presence.start();
  return new NatsQueue({
    ...common,
    presence,
    endKeeping,
    seal: createEncryptFor(clock),
    open: createDecrypt(keyPair),
    ackWaitMs: timeouts.ackWaitMs,
  });
}
