import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import { describe, expect, test } from "vitest";
import {
  eventually,
  job,
  natsQueueLab,
  reportOf,
  seesRunners,
} from "../../../../../test/labs/nats-queue-lab.ts";
import { natsServerMissing } from "../../../../../test/servers/nats-server.ts";
import { startTcpRelay } from "../../../../../test/servers/tcp-relay.ts";

const missing = natsServerMissing();

describe.skipIf(missing !== null)("reports over NATS", () => {
  const lab = natsQueueLab();
  const { ends, open } = lab;

  test("reports reach the current holder of their shard, including those the previous holder did not store", async () => {
    const [first, second] = [await open("first"), await open("second")];
    const [toFirst, toSecond]: [number[], number[]] = [[], []];
    first.takeReports((some) => {
      toFirst.push(...some.map(({ slotMs }) => slotMs));
      return new Promise<void>(() => {});
    });
    second.takeReports((some) => void toSecond.push(...some.map(({ slotMs }) => slotMs)));
    first.holdShards([0, 1]);
    second.holdShards([2]);
    const runner = await open("runner");
    const publish = (shard: number, slotMs: number) =>
      runner.publishReports([reportOf(job({ shard, slotMs }), "r1")]);
    publish(0, 1);
    publish(2, 2);
    await eventually(() => expect([toFirst, toSecond]).toEqual([[1], [2]]));
    first.holdShards([1]);
    second.holdShards([0, 2]);
    publish(0, 3);
    publish(1, 4);
    // The first scheduler is still alive; by extending the ack deadline it would keep its in-flight reports
    // from the second one.
    await eventually(() => {
      // What is not stored for 3 s is delivered again.
      expect([...new Set(toFirst)].toSorted()).toEqual([1, 4]);
      expect([...new Set(toSecond)].toSorted()).toEqual([1, 2, 3]);
    });
    await first.close();
    second.holdShards([0, 1, 2]);
    await eventually(() => expect([...new Set(toSecond)].toSorted()).toEqual([1, 2, 3, 4]));
  });

  test("the reports of all shards of a scheduler travel together, and end the work once they are stored", async () => {
    const queue = await open("scheduler");
    const messages: number[][] = [];
    const { promise: stored, resolve: store } = Promise.withResolvers<void>();
    queue.takeReports((some) => {
      messages.push(some.map(({ shard }) => shard));
      return stored;
    });
    queue.holdShards([0, 1, 2]);
    const runner = await open("runner");
    const taken: CheckJob[] = [];
    runner.takeJobs("default", (jobs) => void taken.push(...jobs));
    runner.announce("r1", "default");
    await seesRunners(queue, 1);
    queue.publishJobs(
      "default",
      [0, 1, 2].map((shard) => job({ seriesKey: shard, shard })),
    );
    await eventually(() => expect(taken).toHaveLength(3));
    runner.publishReports(taken.map((each) => reportOf(each, "r1")));
    await eventually(() => expect(messages).toEqual([[0, 1, 2]]));
    expect(runner.state()).toMatchObject({ natsJobsInFlight: 3, natsReportsWaiting: 3 });
    store();
    await eventually(() =>
      expect(runner.state()).toMatchObject({ natsJobsInFlight: 0, natsReportsWaiting: 0 }),
    );
    const nc = await connect({ servers: lab.server.url });
    ends.push(() => nc.close());
    expect((await (await jetstreamManager(nc)).streams.info(`${lab.prefix}-reports`)).state.last_seq).toBe(0);
  });

  test("reports that a scheduler did not store reach the next holder of their shard", async () => {
    const relay = await startTcpRelay(lab.server.port);
    ends.push(relay.cut);
    const first = await open("first", { servers: [`nats://127.0.0.1:${relay.port}`] });
    const toFirst: number[] = [];
    first.takeReports((some) => {
      toFirst.push(...some.map(({ slotMs }) => slotMs));
      return new Promise<void>(() => {});
    });
    first.holdShards([0, 1]);
    const runner = await open("runner");
    const second = await open("second");
    const toSecond: number[] = [];
    second.takeReports((some) => void toSecond.push(...some.map(({ slotMs }) => slotMs)));
    runner.publishReports([0, 1].map((shard) => reportOf(job({ shard, slotMs: shard }), "r1")));
    await eventually(() => expect(toFirst.toSorted()).toEqual([0, 1]));
    // It releases one shard, and dies with the other.
    first.holdShards([1]);
    second.holdShards([0]);
    await eventually(() => expect(toSecond).toContain(0));
    await relay.cut();
    second.holdShards([0, 1]);
    await eventually(() => expect(toSecond).toContain(1));
    await eventually(() => expect(runner.state().natsReportsWaiting).toBe(0));
  });

  test("a report that could not be stored is redelivered", async () => {
    const queue = await open("scheduler");
    let tries = 0;
    queue.takeReports(() => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error("the database is unavailable")) : Promise.resolve();
    });
    queue.holdShards([0]);
    queue.publishReports([reportOf(job(), "r1")]);
    await eventually(() => expect(tries).toBe(2));
  });
});
