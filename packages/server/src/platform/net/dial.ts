import { connect, type Socket } from "node:net";
import type { EgressPolicy } from "./egress-policy.ts";
import { type NetFailure, type RunnerError, toRunnerError } from "./net-failure.ts";

type DialTarget = { addresses: readonly string[]; port: number };

type DialHandler = {
  /** Called when a connection attempt to this address starts. */
  onAddress(ip: string): void;
  onConnected(socket: Socket, ip: string): void;
  onFailure(failure: NetFailure | RunnerError): void;
};

/** Delay before the next address is tried in parallel. Source: RFC 8305, section 8. */
const HEAD_START_MS = 250;

/**
 * Connects to the first address that responds: tries the addresses in order, the next one after a failure or a delay.
 * The egress policy has already allowed all addresses. Calls back once; the caller sets the deadline. The returned
 * function cancels silently.
 */
export function dial(policy: EgressPolicy, target: DialTarget, handler: DialHandler): () => void {
  const dialing = new Dialing(policy, target, handler);
  dialing.tryNext();
  return () => dialing.finish(null);
}

class Dialing {
  readonly #policy: EgressPolicy;
  readonly #target: DialTarget;
  readonly #handler: DialHandler;
  readonly #open = new Set<Socket>();
  #next = 0;
  #headStart: NodeJS.Timeout | null = null;
  #failure: NetFailure | null = null;
  #isDone = false;

  constructor(policy: EgressPolicy, target: DialTarget, handler: DialHandler) {
    this.#policy = policy;
    this.#target = target;
    this.#handler = handler;
  }

  tryNext(): void {
    const { addresses, port } = this.#target;
    const ip = addresses[this.#next++];
    if (ip === undefined) return;
    if (this.#next < addresses.length) this.#headStart = setTimeout(() => this.tryNext(), HEAD_START_MS);
    this.#handler.onAddress(ip);
    const socket = connect({ host: ip, port, noDelay: true });
    this.#open.add(socket);
    // Remains for the lifetime of the socket, because a late error without a listener would be thrown.
    socket.on("error", (error) => this.#onError(socket, ip, error));
    socket.once("connect", () => this.#onConnect(socket, ip));
  }

  finish(winner: Socket | null): void {
    this.#isDone = true;
    if (this.#headStart !== null) clearTimeout(this.#headStart);
    for (const socket of this.#open) if (socket !== winner) socket.destroy();
  }

  #onConnect(socket: Socket, ip: string): void {
    if (this.#isDone) return;
    const remote = socket.remoteAddress;
    // Checks the address if it differs from the classified one. Undefined if the socket is already closed.
    const isOther = remote !== ip && remote !== undefined;
    const message = isOther ? this.#policy.check(remote, this.#target.port) : null;
    if (message !== null) {
      this.#fail({ error: { code: "ADDRESS_BLOCKED", message, phase: "connect" }, code: null });
      return;
    }
    this.finish(socket);
    this.#handler.onConnected(socket, ip);
  }

  #onError(socket: Socket, ip: string, error: NodeJS.ErrnoException): void {
    const { addresses, port } = this.#target;
    this.#open.delete(socket);
    if (this.#isDone) return;
    const localError = toRunnerError(error);
    if (localError !== null) {
      this.#fail(localError);
      return;
    }
    // Among several failures, a refused connection is the most specific: the host is up and does not listen.
    if (this.#failure?.error.code !== "CONNECT_REFUSED") this.#failure = toFailure(error, ip, port);
    if (this.#next < addresses.length) {
      if (this.#headStart !== null) clearTimeout(this.#headStart);
      this.tryNext();
    } else if (this.#open.size === 0) {
      this.#fail(this.#failure);
    }
  }

  #fail(failure: NetFailure | RunnerError): void {
    this.finish(null);
    this.#handler.onFailure(failure);
  }
}

/**
 * An unreachable host or network is `CONNECT_TIMEOUT`: some routers report it, others let the connection time out, and
 * both cases must look the same.
 */
function toFailure(error: NodeJS.ErrnoException, ip: string, port: number): NetFailure {
  const code = error.code ?? "unknown";
  const endpoint = ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`;
  switch (code) {
    case "ECONNREFUSED":
      return connectFailure("CONNECT_REFUSED", `${endpoint} refused the connection`, code);
    case "ECONNRESET":
      return connectFailure("CONNECTION_RESET", `${endpoint} reset the connection at once`, code);
    case "ETIMEDOUT":
      return connectFailure("CONNECT_TIMEOUT", `${endpoint} did not answer (${code})`, code);
    default:
      return connectFailure("CONNECT_TIMEOUT", `${endpoint} cannot be reached (${code})`, code);
  }
}

function connectFailure(
  code: "CONNECT_REFUSED" | "CONNECT_TIMEOUT" | "CONNECTION_RESET",
  message: string,
  systemCode: string,
): NetFailure {
  return { error: { code, message, phase: "connect" }, code: systemCode };
}
