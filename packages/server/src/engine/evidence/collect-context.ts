import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { EvidenceOrder } from "@vedette/contract/evidence/evidence-order.ts";
import type { CollectedFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Egress } from "../../platform/net/egress.ts";
import type { Canaries } from "../checks/canaries.ts";

/** Collects the facts of one location. Never takes longer than the order allows, and rejects only for internal errors. */
export type CollectEvidence = (
  target: { spec: CheckSpec; order: EvidenceOrder },
  signal: AbortSignal,
) => Promise<CollectedFacts>;

export type CollectContext = {
  clock: Clock;
  egress: Egress;
  canaries: Pick<Canaries, "areSilent"> | null;
  /** A resolver of the internet to compare with; null to ask none. */
  publicResolver: string | null;
};
