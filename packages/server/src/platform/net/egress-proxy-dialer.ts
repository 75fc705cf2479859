import type { Socket } from "node:net";
import type { CheckErrorCode } from "@vedette/contract/checks/check-errors.ts";
import { callOnce } from "../kernel/call-once.ts";
import { systemClock } from "../kernel/clock.ts";
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

/** Maximum distinct targets in each list, so that a page that scans a network cannot fill the memory. */
const REFUSALS_MAX = 50;
const METER_INTERVAL_MS = 250;

/** Shared by tunnels and plain requests of the proxy: dialing by the policy, limits, and the list of refusals. */
export class EgressDialer {
  /** Targets that the egress policy blocked, and targets that could not be reached for other reasons. */
  readonly blocked: EgressRefusal[] = [];
  readonly failed: EgressRefusal[] = [];
  readonly #egress: Egress;
  readonly #limits: ProxyLimits;
  readonly #sockets = new Set<Socket>();
  readonly #meter: Meter;
  readonly #allowance: Allowance;
  #openConnections = 0;

  constructor(egress: Egress, limits: ProxyLimits) {
    this.#egress = egress;
    this.#limits = limits;
    this.#meter = new Meter(limits.bytesMax, () => this.#endAll());
    this.#allowance = new Allowance(limits);
  }

  keep(socket: Socket): void {
    this.#sockets.add(socket);
    // `close` follows every error and does the cleanup; an error without a listener would be thrown.
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#sockets.delete(socket));
  }

  close(): void {
    this.#meter.stop();
    this.#endAll();
  }

  /** Calls back once, within the deadline; the returned function cancels silently. */
  open(target: Target, handler: DialHandler): () => void {
    const refuse: Refuse = (code, message) => {
      const refusal = { ...target, code, message };
      this.#record(refusal);
      handler.onRefused(refusal);
    };
    const exceeded = this.#findExceededLimit();
    if (exceeded !== null) {
      refuse("LIMIT", exceeded);
      return ignore;
    }
    this.#openConnections += 1;
    const release = callOnce(() => {
      this.#openConnections -= 1;
    });
    const onOpen = (socket: Socket) => {
      this.keep(socket);
      this.#meter.add(socket);
      socket.once("close", release);
      socket.setTimeout(this.#limits.idleMs, () => socket.destroy());
      handler.onOpen(socket);
    };
    const deadlineMs = this.#limits.connectMs;
    return dialWithDeadline(this.#egress, target, { deadlineMs, release, refuse, onOpen });
  }

  #findExceededLimit(): string | null {
    const { bytesMax, connectionsMax, burstMax, perSecondMax } = this.#limits;
    if (this.#meter.isFull()) return `more than ${bytesMax} bytes have been transferred`;
    if (this.#openConnections >= connectionsMax) return `${connectionsMax} connections are already open`;
    if (this.#allowance.take()) return null;
    return `one run may open ${burstMax} connections at once and ${perSecondMax} more each second`;
  }

  #record(refusal: EgressRefusal): void {
    const list = refusal.code === "ADDRESS_BLOCKED" ? this.blocked : this.failed;
    const isKnown = list.some(({ host, port }) => host === refusal.host && port === refusal.port);
    if (!isKnown && list.length < REFUSALS_MAX) list.push(refusal);
  }

  #endAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
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
class Allowance {
  readonly #limits: ProxyLimits;
  #left: number;
  #filledAtMs = systemClock.monotonic();

  constructor(limits: ProxyLimits) {
    this.#limits = limits;
    this.#left = limits.burstMax;
  }

  take(): boolean {
    const { burstMax, perSecondMax } = this.#limits;
    const nowMs = systemClock.monotonic();
    this.#left = Math.min(burstMax, this.#left + ((nowMs - this.#filledAtMs) / 1_000) * perSecondMax);
    this.#filledAtMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

/** Counts the bytes of sockets in both directions, and calls back when the limit is exceeded. */
class Meter {
  readonly #bytesMax: number;
  readonly #sockets = new Set<Socket>();
  readonly #timer: NodeJS.Timeout;
  #bytesOfClosed = 0;

  constructor(bytesMax: number, onFull: () => void) {
    this.#bytesMax = bytesMax;
    // A timer instead of a listener on every chunk: the excess within one interval is acceptable.
    this.#timer = setInterval(() => {
      if (this.isFull()) onFull();
    }, METER_INTERVAL_MS);
    this.#timer.unref();
  }

  isFull(): boolean {
    let bytes = this.#bytesOfClosed;
    for (const socket of this.#sockets) bytes += socket.bytesRead + socket.bytesWritten;
    return bytes > this.#bytesMax;
  }

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#bytesOfClosed += socket.bytesRead + socket.bytesWritten;
    });
  }

  stop(): void {
    clearInterval(this.#timer);
  }
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
