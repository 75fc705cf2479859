import type { AddressFacts } from "@vedette/contract/evidence/address-facts.ts";
import { repeatableRequest, requestAddress } from "../check/request-address.ts";
import type { CollectContext, EvidenceTarget } from "../collect-context.ts";
import type { EvidenceEndpoint } from "../endpoint.ts";
import { factText } from "../fact-text.ts";
import type { ChosenAddress } from "./choose-addresses.ts";
import { connectAddress } from "./connect-address.ts";
import { inspectHandshake } from "./inspect-handshake.ts";

export type AddressProbing = {
  target: EvidenceTarget;
  endpoint: EvidenceEndpoint;
  ctx: CollectContext;
  /** Called for each address once it is connected or has failed. */
  onConnected: (address: string, isOpen: boolean) => void;
};

/** Connects to every address at the same time: TCP, then TLS, and the request if it changes nothing. */
export function collectAddresses(
  addresses: readonly ChosenAddress[],
  probing: AddressProbing,
  signal: AbortSignal,
): Promise<AddressFacts[]> {
  return Promise.all(addresses.map((chosen) => probeAddress(chosen, probing, signal)));
}

async function probeAddress(
  { address, family, sources }: ChosenAddress,
  { target, endpoint, ctx, onConnected }: AddressProbing,
  signal: AbortSignal,
): Promise<AddressFacts> {
  const { port, tls } = endpoint;
  const known = { address, family, sources, port };
  const refusal = ctx.egress.policy.check(address, port);
  if (refusal !== null || port === 0) {
    onConnected(address, true);
    return { ...known, ...NOTHING, blocked: refusal === null ? null : factText(refusal) };
  }
  const { socket, ...connected } = await connectAddress({ address, port }, ctx, signal);
  onConnected(address, socket !== null);
  if (socket === null) return { ...known, ...NOTHING, ...connected };
  const request = repeatableRequest(target);
  const [handshake, response] = await Promise.all([
    tls === null ? null : inspectHandshake(socket, tls, { ctx, signal }),
    request === null ? null : requestAddress(request, { address, endpoint }, { ctx, signal }),
  ]);
  socket.destroy();
  return { ...known, ...NOTHING, ...connected, tls: handshake, response };
}

const NOTHING = { blocked: null, connect_ms: null, error: null, tls: null, response: null };
