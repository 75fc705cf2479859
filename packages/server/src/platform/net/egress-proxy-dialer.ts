import type { Socket } from "node:net";
import type { CheckErrorCode } from "@vedette/contract/checks/check-errors.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { connect } from "./connect.ts";
import type { Egress } from "./egress.ts";
import { RunnerError } from "./net-failure.ts";

/** A target that a client of the proxy could not reach, and why. */
export type EgressRefusal = { host: string; port: number; code: RefusalCode; message: string };

/** `LIMIT`: a limit of the proxy or of this machine was reached; it carries no information about the target. */
type RefusalCode = CheckErrorCode | "LIMIT";

export type ProxyLimits = {
  connectionsMax: number;
  /** Burst size of new connections, and the refill rate per second. */
  burstMax: number;
  perSecondMax: number;
  bytesMax: number;
  headersMs: number;
  connectMs: number;
  idleMs: number;
};

type DialHandler = { onOpen(socket: Socket): void; onRefused(refusal: EgressRefusal): void };

export type EgressDialer = ReturnType<typeof createEgressDialer>;

/** Maximum distinct targets in each list, so that a page that scans a network cannot fill the memory. */
const REFUSALS_MAX = 50;
const METER_INTERVAL_MS = 250;

/** Shared by tunnels and plain requests of the proxy: dialing by the policy, limits, and the list of refusals. */
export function createEgressDialer(egress: Egress, limits: ProxyLimits) {
  const sockets = new Set<Socket>();
  const blocked: EgressRefusal[] = [];
  const failed: EgressRefusal[] = [];
  const meter = createMeter(limits.bytesMax, endAll);
  const allowance = createAllowance(limits);
  let openConnections = 0;

  function record(refusal: EgressRefusal): void {
    const list = refusal.code === "ADDRESS_BLOCKED" ? blocked : failed;
    const isKnown = list.some(({ host, port }) => host === refusal.host && port === refusal.port);
    if (!isKnown && list.length < REFUSALS_MAX) list.push(refusal);
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    // `close` follows every error and does the cleanup; an error without a listener would be thrown.
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  }

  function endAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  function findExceededLimit(): string | null {
    if (meter.isFull()) return `more than ${limits.bytesMax} bytes have been transferred`;
    if (openConnections >= limits.connectionsMax)
      return `${limits.connectionsMax} connections are already open`;
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

    /** Calls back once, within the deadline; the returned function cancels silently. */
    open(target: Target, handler: DialHandler): () => void {
      const refuse: Refuse = (code, message) => {
        const refusal = { ...target, code, message };
        record(refusal);
        handler.onRefused(refusal);
      };
      const exceeded = findExceededLimit();
      if (exceeded !== null) {
        refuse("LIMIT", exceeded);
        return ignore;
      }
      openConnections += 1;
      const release = once(() => {
        openConnections -= 1;
      });
      return dialWithDeadline(egress, target, {
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

type Target = { host: string; port: number };
type Refuse = (code: RefusalCode, message: string) => void;
type DialOptions = {
  deadlineMs: number;
  /** The connection will not be established, or was canceled. */
  release(): void;
  refuse: Refuse;
  onOpen(socket: Socket): void;
};

function dialWithDeadline(egress: Egress, target: Target, options: DialOptions): () => void {
  const stop = () => {
    cancel();
    clearTimeout(deadline);
    options.release();
  };
  const deadline = setTimeout(() => {
    stop();
    options.refuse(
      "CONNECT_TIMEOUT",
      `${target.host} did not respond within ${options.deadlineMs / 1_000} s`,
    );
  }, options.deadlineMs);
  let isOpen = false;
  // For a literal address that is refused, the callback is called before `connect` returns.
  let cancel = ignore;
  cancel = connect(
    egress,
    { ...target, tls: null },
    {
      onResolved: ignore,
      onAddress: ignore,
      onConnected: ignore,
      onCertificate: ignore,
      onOpen(socket) {
        isOpen = true;
        clearTimeout(deadline);
        options.onOpen(socket);
      },
      onFailure(failure) {
        clearTimeout(deadline);
        options.release();
        if (failure instanceof RunnerError) options.refuse("LIMIT", failure.message);
        else options.refuse(failure.error.code, failure.error.message);
      },
    },
  );
  return () => {
    if (!isOpen) stop();
  };
}

/** A token bucket that starts full and refills over time. */
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

/** Counts the bytes of sockets in both directions, and calls back when the limit is exceeded. */
function createMeter(bytesMax: number, onFull: () => void) {
  const sockets = new Set<Socket>();
  let bytesOfClosed = 0;

  function isFull(): boolean {
    let bytes = bytesOfClosed;
    for (const socket of sockets) bytes += socket.bytesRead + socket.bytesWritten;
    return bytes > bytesMax;
  }

  // A timer instead of a listener on every chunk: the excess within one interval is acceptable.
  const timer = setInterval(() => {
    if (isFull()) onFull();
  }, METER_INTERVAL_MS);
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

/** Converts a refusal to the proxy's HTTP response, for users and for the step interpreter. */
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

/** Ignores events that only checks record. */
function ignore(): void {}
