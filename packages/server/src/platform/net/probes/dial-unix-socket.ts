import { connect, type Socket } from "node:net";
import type { EgressPolicy } from "../egress-policy.ts";
import { type NetFailure, type RunnerError, toRunnerError } from "../net-failure.ts";

type UnixSocketHandler = {
  onConnected(socket: Socket): void;
  onFailure(failure: NetFailure | RunnerError): void;
};

/** Connects to a Unix socket that the egress policy allows. Calls back once; the returned function cancels silently. */
export function dialUnixSocket(policy: EgressPolicy, path: string, handler: UnixSocketHandler): () => void {
  const refusal = policy.checkUnixSocket(path);
  if (refusal !== null) {
    handler.onFailure(failure("ADDRESS_BLOCKED", refusal, null));
    return () => undefined;
  }
  let isDone = false;
  const socket = connect({ path });
  // Remains for the lifetime of the socket, because a late error without a listener would be thrown.
  socket.on("error", (error: NodeJS.ErrnoException) => {
    if (isDone) return;
    isDone = true;
    handler.onFailure(toRunnerError(error) ?? toFailure(error, path));
  });
  socket.once("connect", () => {
    if (isDone) return;
    isDone = true;
    handler.onConnected(socket);
  });
  return () => {
    if (!isDone) socket.destroy();
    isDone = true;
  };
}

/** A missing right is a problem of the runner, and no downtime. */
function toFailure(error: NodeJS.ErrnoException, path: string): NetFailure {
  const code = error.code ?? "unknown";
  if (code === "EACCES" || code === "EPERM") {
    const message = `this runner may not open the Unix socket ${path}; give its user access to it (${code})`;
    return failure("ADDRESS_BLOCKED", message, code);
  }
  return failure("CONNECT_REFUSED", `nothing listens at the Unix socket ${path} (${code})`, code);
}

function failure(
  code: "ADDRESS_BLOCKED" | "CONNECT_REFUSED",
  message: string,
  system: string | null,
): NetFailure {
  return { error: { code, message, phase: "connect" }, code: system };
}
