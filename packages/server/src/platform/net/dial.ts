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
  const { addresses, port } = target;
  const open = new Set<Socket>();
  let next = 0;
  let headStart: NodeJS.Timeout | null = null;
  let failure: NetFailure | null = null;
  let isDone = false;

  function finish(winner: Socket | null): void {
    isDone = true;
    if (headStart !== null) clearTimeout(headStart);
    for (const socket of open) if (socket !== winner) socket.destroy();
  }

  function tryNext(): void {
    const ip = addresses[next++];
    if (ip === undefined) return;
    if (next < addresses.length) headStart = setTimeout(tryNext, HEAD_START_MS);
    handler.onAddress(ip);
    const socket = connect({ host: ip, port, noDelay: true });
    open.add(socket);
    // Remains for the lifetime of the socket, because a late error without a listener would be thrown.
    socket.on("error", (error) => onError(socket, ip, error));
    socket.once("connect", () => onConnect(socket, ip));
  }

  function onConnect(socket: Socket, ip: string): void {
    if (isDone) return;
    const remote = socket.remoteAddress;
    // Checks the address if it differs from the classified one. Undefined if the socket is already closed.
    const refusal = remote === ip || remote === undefined ? null : policy.check(remote, port);
    if (refusal !== null) {
      finish(null);
      handler.onFailure({
        error: { code: "ADDRESS_BLOCKED", message: refusal, phase: "connect" },
        code: null,
      });
      return;
    }
    finish(socket);
    handler.onConnected(socket, ip);
  }

  function onError(socket: Socket, ip: string, error: NodeJS.ErrnoException): void {
    open.delete(socket);
    if (isDone) return;
    const localError = toRunnerError(error);
    if (localError !== null) {
      finish(null);
      handler.onFailure(localError);
      return;
    }
    // Among several failures, a refused connection is the most specific: the host is up and does not listen.
    if (failure?.error.code !== "CONNECT_REFUSED") failure = toFailure(error, ip, port);
    if (next < addresses.length) {
      if (headStart !== null) clearTimeout(headStart);
      tryNext();
    } else if (open.size === 0) {
      finish(null);
      handler.onFailure(failure);
    }
  }

  tryNext();
  return () => finish(null);
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
