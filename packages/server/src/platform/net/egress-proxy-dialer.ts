import type { Socket } from "node:net";
import type { CheckErrorCode } from "@vedette/contract/checks/check-errors.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { connect } from "./connect.ts";
import type { Egress } from "./egress.ts";
import { RunnerError } from "./net-failure.ts";

/** A place that a client of the proxy did not get to, and why. */
export type EgressRefusal = { host: string; port: number; code: RefusalCode; message: string };

/** `LIMIT`: this proxy or this machine has no more to give; it says nothing of the target. */
type RefusalCode = CheckErrorCode | "LIMIT";

export type ProxyLimits = {
  connectionsMax: number;
  /** Connections that may be opened at once after a pause, and how many more each second. */
  burstMax: number;
  perSecondMax: number;
  bytesMax: number;
  headersMs: number;
  connectMs: number;
  idleMs: number;
};

type DoorHandler = { onOpen(socket: Socket): void; onRefused(refusal: EgressRefusal): void };

export type EgressDialer = ReturnType<typeof createEgressDialer>;

/** Distinct places in each of the lists; a page that scans a network must not fill the memory. */
const REFUSALS_MAX = 50;
const METER_EVERY_MS = 250;

/** What tunnels and plain requests of the proxy share: dialling by the policy, limits, and the record of refusals. */
export function createEgressDialer(egress: Egress, limits: ProxyLimits) {
  const sockets = new Set<Socket>();
  const blocked: EgressRefusal[] = [];
  const failed: EgressRefusal[] = [];
  const meter = createMeter(limits.bytesMax, endAll);
  const allowance = createAllowance(limits);
  let outward = 0;

  function record(refusal: EgressRefusal): void {
    const list = refusal.code === "ADDRESS_BLOCKED" ? blocked : failed;
    const isKnown = list.some(({ host, port }) => host === refusal.host && port === refusal.port);
    if (!isKnown && list.length < REFUSALS_MAX) list.push(refusal);
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    // Its end is told by `close`; an error alone has nobody to tell.
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  }

  function endAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  function fullness(): string | null {
    if (meter.isFull()) return `more than ${limits.bytesMax} bytes have gone through`;
    if (outward >= limits.connectionsMax) return `${limits.connectionsMax} connections are open already`;
    if (allowance.take()) return null;
    return `one run may open ${limits.burstMax} connections at once and ${limits.perSecondMax} more each second`;
  }

  return {
    blocked: blocked as readonly EgressRefusal[],
    failed: failed as readonly EgressRefusal[],
    keep,

    close(): void {
      meter.stop();
      endAll();
    },

    /** Calls back once, within the deadline; the returned function gives up without a call. */
    open(place: Place, handler: DoorHandler): () => void {
      const refuse: Refuse = (code, message) => {
        const refusal = { ...place, code, message };
        record(refusal);
        handler.onRefused(refusal);
      };
      const full = fullness();
      if (full !== null) {
        refuse("LIMIT", full);
        return ignore;
      }
      outward += 1;
      const release = once(() => {
        outward -= 1;
      });
      return dialWithin(egress, place, {
        deadlineMs: limits.connectMs,
        release,
        refuse,
        onOpen(socket) {
          keep(socket);
          meter.add(socket);
          socket.once("close", release);
          socket.setTimeout(limits.idleMs, () => socket.destroy());
          handler.onOpen(socket);
        },
      });
    },
  };
}

type Place = { host: string; port: number };
type Refuse = (code: RefusalCode, message: string) => void;
type Dialling = {
  deadlineMs: number;
  /** The connection will not come about, or was given up. */
  release(): void;
  refuse: Refuse;
  onOpen(socket: Socket): void;
};

function dialWithin(egress: Egress, place: Place, dialling: Dialling): () => void {
  const stop = () => {
    abandon();
    clearTimeout(deadline);
    dialling.release();
  };
  const deadline = setTimeout(() => {
    stop();
    dialling.refuse(
      "CONNECT_TIMEOUT",
      `${place.host} did not answer within ${dialling.deadlineMs / 1_000} s`,
    );
  }, dialling.deadlineMs);
  let isOpen = false;
  // For a literal that is refused, the answer is there before `connect` returns.
  let abandon = ignore;
  abandon = connect(
    egress,
    { ...place, tls: null },
    {
      onResolved: ignore,
      onAddress: ignore,
      onConnected: ignore,
      onCertificate: ignore,
      onOpen(socket) {
        isOpen = true;
        clearTimeout(deadline);
        dialling.onOpen(socket);
      },
      onFailure(failure) {
        clearTimeout(deadline);
        dialling.release();
        if (failure instanceof RunnerError) dialling.refuse("LIMIT", failure.message);
        else dialling.refuse(failure.error.code, failure.error.message);
      },
    },
  );
  return () => {
    if (!isOpen) stop();
  };
}

/** A token bucket: full at first, it refills with time. */
function createAllowance({ burstMax, perSecondMax }: ProxyLimits, clock: Clock = systemClock) {
  let left = burstMax;
  let filledAtMs = clock.monotonic();
  return {
    take(): boolean {
      const nowMs = clock.monotonic();
      left = Math.min(burstMax, left + ((nowMs - filledAtMs) / 1_000) * perSecondMax);
      filledAtMs = nowMs;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}

/** Counts what goes through sockets in both directions, and tells once it is too much. */
function createMeter(bytesMax: number, onFull: () => void) {
  const sockets = new Set<Socket>();
  let bytesOfClosed = 0;

  function isFull(): boolean {
    let bytes = bytesOfClosed;
    for (const socket of sockets) bytes += socket.bytesRead + socket.bytesWritten;
    return bytes > bytesMax;
  }

  // A timer, and not a listener on every chunk: what goes over within one turn of it does no harm.
  const timer = setInterval(() => {
    if (isFull()) onFull();
  }, METER_EVERY_MS);
  timer.unref();

  return {
    isFull,
    add(socket: Socket): void {
      sockets.add(socket);
      socket.once("close", () => {
        sockets.delete(socket);
        bytesOfClosed += socket.bytesRead + socket.bytesWritten;
      });
    },
    stop: () => clearInterval(timer),
  };
}

function once(call: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) call();
    isDone = true;
  };
}

/** How the proxy words a refusal, for people and for the interpreter of steps. */
export function refusalResponse({ code, message }: EgressRefusal): {
  status: number;
  reason: string;
  body: string;
} {
  const body = `Vedette did not connect: ${message}\n`;
  if (code === "ADDRESS_BLOCKED") return { status: 403, reason: "Forbidden", body };
  if (code === "LIMIT") return { status: 503, reason: "Service Unavailable", body };
  if (code === "CONNECT_TIMEOUT") return { status: 504, reason: "Gateway Timeout", body };
  return { status: 502, reason: "Bad Gateway", body };
}

/** Marks that only a check takes. */
function ignore(): void {}
