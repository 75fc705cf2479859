import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { EvidenceOrder } from "@vedette/contract/evidence/evidence-order.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Egress } from "../../platform/net/egress.ts";
import type { Canaries } from "../checks/canaries.ts";

/** What to look at: the check of a target, or the request of a failing step as a check. */
export type EvidenceTarget = { spec: CheckSpec; order: EvidenceOrder };

/** What a runner needs to collect. */
export type CollectContext = {
  clock: Clock;
  egress: Egress;
  /** Null if the runner has no canaries. */
  canaries: Pick<Canaries, "areSilent"> | null;
  resolvers: EvidenceResolvers;
};

export type ServerAddress = { host: string; port: number };

export type EvidenceResolvers = {
  /** The resolver of the operating system; null if it has none. */
  system(): ServerAddress | null;
  /** A resolver of the internet to compare with; null to ask none. */
  public: ServerAddress | null;
  /** The port of authoritative servers. */
  authoritativePort: number;
};
