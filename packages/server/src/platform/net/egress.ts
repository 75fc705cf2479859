import type { EgressPolicy } from "./egress-policy.ts";
import { createResolve, type Lookup, type Resolve } from "./resolve.ts";
import { createTlsContexts, type TlsContexts } from "./tls.ts";

/** Everything that outbound connections require; created once per thread. */
export type Egress = { policy: EgressPolicy; resolve: Resolve; tls: TlsContexts };

type EgressOptions = {
  policy: EgressPolicy;
  /** Replaces the resolver of the system. */
  lookup?: Lookup;
  /** CA certificates in PEM, trusted in addition to the public CAs. */
  extraCa?: readonly string[];
};

export function createEgress({ policy, lookup, extraCa = [] }: EgressOptions): Egress {
  return { policy, resolve: createResolve(policy, lookup), tls: createTlsContexts(extraCa) };
}
