import { randomBytes } from "node:crypto";
import type { Msg, Subscription } from "@nats-io/transport-node";
import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import type { NatsLink } from "../connection.ts";
import type { Names } from "../names.ts";
import { compressed, parsed } from "../wire.ts";

/** The shards of a message whose reports were not stored; the sender publishes them to the stream. */
export type HolderReply = { refused: readonly number[] };

export type HolderReceiverDeps = {
  link: NatsLink;
  names: Names;
  log: Logger;
  take: (reports: readonly CheckReport[]) => void | Promise<void>;
};

/** Reports that are being stored here, about 25 MB. Further ones wait in the stream. */
const REPORTS_MAX = 20_000;

type Open = { message: Msg; shards: ReadonlySet<number> };

/** Takes the check reports that runners send to this scheduler, and replies after they are stored. */
export class HolderReceiver {
  /** The token of its subject, known to the senders by its presence only. */
  readonly inbox = randomBytes(12).toString("base64url");
  readonly #deps: HolderReceiverDeps;
  readonly #subscription: Subscription;
  readonly #open = new Set<Open>();
  #held: ReadonlySet<number> = new Set();
  #reports = 0;

  constructor(deps: HolderReceiverDeps) {
    this.#deps = deps;
    this.#subscription = deps.link.nc.subscribe(deps.names.holderReports(this.inbox), {
      callback: (error, message) => {
        if (!error) void this.#receive(message);
      },
    });
  }

  /**
   * Sets the shards whose reports are taken. Messages with reports of a lost shard are refused at once, so that they
   * do not wait for a database that may be unavailable only to this process.
   */
  hold(shards: readonly number[]): void {
    this.#held = new Set(shards);
    for (const open of this.#open)
      if ([...open.shards].some((shard) => !this.#held.has(shard))) this.#end(open, open.shards);
  }

  /** Refuses everything that is not stored. */
  close(): void {
    this.hold([]);
    this.#subscription.unsubscribe();
  }

  async #receive(message: Msg): Promise<void> {
    const { log, take } = this.#deps;
    const all = parsed<CheckReport[]>(message.data);
    if (!Array.isArray(all)) {
      log.error("nats.report_invalid", { subject: message.subject });
      return reply(message, new Set());
    }
    const [ours, refused] = this.#split(all);
    const open = { message, shards: new Set(all.map(({ shard }) => shard)) };
    this.#open.add(open);
    this.#reports += ours.length;
    try {
      if (ours.length > 0) await take(ours);
      this.#end(open, refused);
    } catch (error) {
      log.error("nats.report_failed", { subject: message.subject, ...errorFacts(error) });
      this.#end(open, open.shards);
    }
    this.#reports -= ours.length;
  }

  #split(all: readonly CheckReport[]): [ours: CheckReport[], refused: Set<number>] {
    const hasRoom = this.#reports + all.length <= REPORTS_MAX;
    const refused = new Set(
      all.map(({ shard }) => shard).filter((shard) => !hasRoom || !this.#held.has(shard)),
    );
    return [all.filter(({ shard }) => !refused.has(shard)), refused];
  }

  #end(open: Open, refused: ReadonlySet<number>): void {
    if (this.#open.delete(open)) reply(open.message, refused);
  }
}

function reply(message: Msg, refused: ReadonlySet<number>): void {
  message.respond(compressed({ refused: [...refused] } satisfies HolderReply));
}
