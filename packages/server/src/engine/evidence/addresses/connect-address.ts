import type { Socket } from "node:net";
import type { AddressFacts } from "@vedette/contract/evidence/address-facts.ts";
import { connect } from "../../../platform/net/connect.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import type { CollectContext } from "../collect-context.ts";
import { factText } from "../fact-text.ts";

type Connected = Pick<AddressFacts, "connect_ms" | "error"> & { socket: Socket | null };

/** Longer than a lost SYN, which is sent again after 1 and 3 seconds. */
const CONNECT_MS = 4_000;

/** Connects to one address that the policy allows. The caller destroys the socket. Never rejects. */
export function connectAddress(
  { address, port }: { address: string; port: number },
  { egress, clock }: Pick<CollectContext, "egress" | "clock">,
  signal: AbortSignal,
): Promise<Connected> {
  const startedMs = clock.monotonic();
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
  return new Promise((resolve) => {
    const onDeadline = () => {
      cancel();
      const message = `no answer within ${Math.round((clock.monotonic() - startedMs) / 100) / 10} s`;
      resolve({ socket: null, connect_ms: null, error: { code: "ETIMEDOUT", message } });
    };
    const settle = (connected: Connected) => {
      deadline.removeEventListener("abort", onDeadline);
      resolve(connected);
    };
    const cancel = connect(
      egress,
      { host: address, port, tls: null },
      {
        onResolved: ignore,
        onAddress: ignore,
        onConnected: ignore,
        onCertificate: ignore,
        onOpen(socket) {
          // Without a listener, a late error would be thrown.
          socket.on("error", ignore);
          settle({ socket, connect_ms: clock.monotonic() - startedMs, error: null });
        },
        onFailure: (failure) => settle({ socket: null, connect_ms: null, error: errorOf(failure) }),
      },
    );
    if (deadline.aborted) onDeadline();
    else deadline.addEventListener("abort", onDeadline, { once: true });
  });
}

function errorOf(failure: Parameters<Parameters<typeof connect>[2]["onFailure"]>[0]) {
  if (failure instanceof RunnerError) return { code: "RUNNER", message: factText(failure.message) };
  return { code: failure.code ?? failure.error.code, message: factText(failure.error.message) };
}

function ignore(): void {}
