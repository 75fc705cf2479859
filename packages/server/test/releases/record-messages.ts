import { jetstream } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { connect } from "@nats-io/transport-node";
import { parsed } from "../../src/engine/queue/nats/wire.ts";
import { createNatsQueue } from "../../src/engine/queue/nats.ts";
import { systemClock } from "../../src/platform/kernel/clock.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import type { ReleaseMessages } from "./release-messages.ts";

/** Records the first message of each kind on the NATS of a fleet, and takes the jobs of the location `taken`. */
export async function recordMessages(url: string) {
  const recorded: Partial<ReleaseMessages> = {};
  const nc = await connect({ servers: url });
  nc.subscribe("vedette.reports.*", {
    callback(_, { data }) {
      recorded.check_reports ??= parsed(data) ?? [];
    },
  });
  nc.subscribe("vedette.run-reports", {
    callback(_, { data }) {
      const report = parsed<ReleaseMessages["run_report"]>(data);
      if (report?.event === "finished") recorded.run_report ??= report;
    },
  });
  // Only a process with a key can read jobs.
  const taker = await createNatsQueue({
    ...{ servers: [url], clock: systemClock, log: silentLogger, name: "taker", isRunnerOnly: true },
  });
  taker.takeJobs("taken", (jobs) => {
    recorded.check_jobs ??= [...jobs];
  });
  taker.takeRuns({ location: "taken", kinds: ["api_monitor"] }, ([job]) => {
    if (job) recorded.run_job ??= job;
  });
  taker.announce("taker", "taken");
  return {
    recorded,
    /** Adds the entry of the process whose runner is at a location. */
    async readPresence(location: string): Promise<void> {
      const bucket = await new Kvm(jetstream(nc)).open("vedette-runners");
      for await (const key of await bucket.keys()) {
        const entry = await bucket.get(key);
        if (entry?.string().includes(`"${location}"`)) recorded.presence = entry.json();
      }
    },
    async close(): Promise<void> {
      await taker.close();
      await nc.close();
    },
  };
}
