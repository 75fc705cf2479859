import type { EgressPolicy } from "./egress-policy.ts";
import { createResolve, type Lookup, type Resolve } from "./resolve.ts";
import { createTlsContexts, type TlsContexts } from "./tls.ts";

/** All that a connection outward needs; made once a thread. */
export type Egress = { policy: EgressPolicy; resolve: Resolve; tls: TlsContexts };

type EgressOptions = {
  policy: EgressPolicy;
  /** Stands in for the system's resolver. */
  lookup?: Lookup;
  /** Certificates, in PEM, that are trusted beside the well-known ones. */
  extraCa?: readonly string[];
};

export function createEgress({ policy, lookup, extraCa = [] }: EgressOptions): Egress {
  return { policy, resolve: createResolve(policy, lookup), tls: createTlsContexts(extraCa) };
}
