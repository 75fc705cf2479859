import { randomBytes } from "node:crypto";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Queue } from "../../../engine/queue/queue.ts";
import { assertNever } from "../../../platform/kernel/errors.ts";

/** A serialized event, created once for all listeners. */
export type StreamEvent = { id: string; type: LiveEvent["type"]; targetId: string | null; json: string };

export type Listener = {
  push(event: StreamEvent): void;
  /** Ends the stream by itself if its caller no longer has access. */
  recheck(): void;
  end(reason: EndReason): void;
};
export type EndReason = "shutdown" | "credential_ended";

export type Joined = {
  /** The stream position at which the listener starts: the id of the newest event. */
  position: string;
  /** Events since the last event id; null if they are no longer available. */
  missed: readonly StreamEvent[] | null;
  leave(): void;
};

export const LISTENERS_MAX = 100;
/** Number of events kept for listeners that reconnect. */
export const REPLAY_MAX = 500;
/** How long events are kept without a listener. Longer than a browser needs to reconnect. */
const REPLAY_IDLE_MS = 60_000;

type EventQueue = Pick<Queue, "takeEvents" | "watchOrg">;

type Channel = {
  listeners: Set<Listener>;
  replay: StreamEvent[];
  /** Number of the newest dropped event. A client that has received it has missed nothing. */
  floor: number;
  unwatch: () => void;
  forget: NodeJS.Timeout | undefined;
};

/**
 * Distributes live events to the listeners of their organization. For an organization without listeners, each
 * event costs one map lookup, and the queue sends none of its results.
 */
export class EventHub {
  readonly #queue: EventQueue;
  /** Distinguishes the ids of different processes, and of a process before and after a restart. */
  readonly #epoch = randomBytes(6).toString("hex");
  readonly #channels = new Map<string, Channel>();
  readonly #stopTaking: () => void;
  #newest = 0;
  #isClosed = false;

  constructor(queue: EventQueue) {
    this.#queue = queue;
    this.#stopTaking = queue.takeEvents((events) => {
      for (const event of events) {
        const channel = this.#channels.get(event.orgId);
        if (channel) this.#deliver(channel, event);
      }
    });
  }

  /** Adds a listener; null if the organization already has `LISTENERS_MAX`. */
  join(orgId: string, listener: Listener, lastEventId: string | null): Joined | null {
    if (this.#isClosed) return null;
    const channel = this.#channels.get(orgId) ?? this.#open(orgId);
    if (channel.listeners.size >= LISTENERS_MAX) return null;
    clearTimeout(channel.forget);
    const missed = this.#missedSince(channel, lastEventId);
    channel.listeners.add(listener);
    const leave = () => this.#leave(orgId, channel, listener);
    return { position: `${this.#epoch}-${this.#newest}`, missed, leave };
  }

  /** Makes the streams of an organization check their credentials again; null for all organizations. */
  recheck(orgId: string | null): void {
    const concerned = orgId === null ? [...this.#channels.values()] : [this.#channels.get(orgId)];
    for (const listener of concerned.flatMap((channel) => [...(channel?.listeners ?? [])]))
      listener.recheck();
  }

  /** Ends every stream with a final event. */
  close(): void {
    this.#isClosed = true;
    this.#stopTaking();
    for (const [orgId, channel] of [...this.#channels]) {
      for (const listener of [...channel.listeners]) listener.end("shutdown");
      this.#forget(orgId, channel);
    }
  }

  #deliver(channel: Channel, event: LiveEvent): void {
    this.#newest += 1;
    const sent = {
      id: `${this.#epoch}-${this.#newest}`,
      type: event.type,
      targetId: targetOf(event),
      json: JSON.stringify(event.data),
    };
    channel.replay.push(sent);
    if (channel.replay.length > REPLAY_MAX) {
      channel.floor = this.#numberOf(channel.replay.shift()?.id ?? "") ?? 0;
    }
    for (const listener of channel.listeners) listener.push(sent);
  }

  #open(orgId: string): Channel {
    const channel: Channel = {
      listeners: new Set(),
      replay: [],
      floor: this.#newest,
      unwatch: this.#queue.watchOrg(orgId),
      forget: undefined,
    };
    this.#channels.set(orgId, channel);
    return channel;
  }

  #forget(orgId: string, channel: Channel): void {
    clearTimeout(channel.forget);
    channel.unwatch();
    this.#channels.delete(orgId);
  }

  #leave(orgId: string, channel: Channel, listener: Listener): void {
    if (!channel.listeners.delete(listener) || channel.listeners.size > 0) return;
    if (this.#isClosed) {
      this.#forget(orgId, channel);
      return;
    }
    channel.forget = setTimeout(() => this.#forget(orgId, channel), REPLAY_IDLE_MS);
    channel.forget.unref();
  }

  /** Returns the number of an event of this process, or null. */
  #numberOf(eventId: string): number | null {
    const [life, number] = eventId.split("-");
    return life === this.#epoch && /^\d{1,15}$/.test(number ?? "") ? Number(number) : null;
  }

  #missedSince(channel: Channel, lastEventId: string | null): readonly StreamEvent[] | null {
    if (lastEventId === null) return [];
    const last = this.#numberOf(lastEventId);
    if (last === null || last < channel.floor || last > this.#newest) return null;
    return channel.replay.filter((event) => (this.#numberOf(event.id) ?? 0) > last);
  }
}

/** Returns the target of an event, or null for an event without one. */
function targetOf({ type, data }: LiveEvent): string | null {
  switch (type) {
    case "check.result":
    case "monitor.status":
      return data.monitor_id;
    case "api_monitor.status":
      return data.api_monitor_id;
    case "journey.status":
      return data.journey_id;
    case "heartbeat.status":
    case "heartbeat.pinged":
      return data.heartbeat_id;
    case "run.changed":
    case "alert.changed":
    case "target.snooze":
    case "target.change":
      return data.target_id;
    case "incident.changed":
    case "organization.plan":
      return null;
    default:
      return assertNever(type);
  }
}
