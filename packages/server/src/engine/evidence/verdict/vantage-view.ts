import type { VantageFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import { type AddressFinding, findingOf, type UsualStatuses } from "./address-finding.ts";

/** What a location found, in the form in which the rules compare it. Pure. */
export type VantageView = {
  facts: VantageFacts;
  /** Of the check that was made with the collection; without one, what was known before. */
  now: "bad" | "good" | "unknown";
  /** The addresses that connections were made to, without those that only this runner cannot reach. */
  findings: readonly AddressFinding[];
};

export function viewOf(facts: VantageFacts, usual: UsualStatuses): VantageView {
  const findings = facts.addresses.map((address) => findingOf(address, { vantage: facts, usual }));
  return { facts, now: stateOf(facts), findings: findings.filter((finding) => finding !== null) };
}

function stateOf({ check, saw }: VantageFacts): VantageView["now"] {
  const status = check?.status ?? saw;
  if (status === "error" || status === "unknown") return "unknown";
  return status === "down" ? "bad" : "good";
}

export function failing({ findings }: VantageView): AddressFinding[] {
  return findings.filter(({ failure }) => failure !== null);
}

export function working({ findings }: VantageView): AddressFinding[] {
  return findings.filter(({ failure }) => failure === null);
}
