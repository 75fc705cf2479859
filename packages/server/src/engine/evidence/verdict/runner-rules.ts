import type { Verdict } from "@vedette/contract/evidence/verdict.ts";
import { isWithoutRoute } from "./address-finding.ts";
import type { CaseFile, VerdictRule } from "./case-file.ts";
import type { VantageView } from "./vantage-view.ts";
import { locationsText } from "./wording.ts";

/** The failure is on our side. */
export const canariesRule: VerdictRule = (file) => {
  const { bad, good } = file;
  if (bad.length === 0 || !bad.every(({ facts }) => facts.canaries === "silent")) return null;
  const where = locationsText(bad);
  const only = good.length === 0 ? "From" : "Only from";
  const runner = bad.length === 1 ? "this runner reaches" : "these runners reach";
  return runnerVerdict(file, "certain", `${only} ${where}: ${runner} no canary either.`);
};

/** The runner has no canaries, but nothing else answers it either. */
export const isolatedRule: VerdictRule = (file) => {
  const { bad, good } = file;
  if (bad.length === 0 || !bad.every(isIsolated)) return null;
  const isRouteMissing = bad.every(({ facts }) => facts.addresses.some(isWithoutRoute));
  if (good.length === 0 && !isRouteMissing && !bad.every(asksInternet)) return null;
  const what = isRouteMissing
    ? "has no route to any address"
    : "gets an answer from no resolver and no address";
  return runnerVerdict(file, "likely", `${locationsText(bad)} ${what}: its own network is probably down.`);
};

export const blockedRule: VerdictRule = (file) => {
  const blocked = file.views.filter(({ facts }) => isBlocked(facts));
  const [first] = blocked;
  if (first === undefined || blocked.length < file.views.length - file.good.length) return null;
  const reason =
    first.facts.check?.error?.message ?? first.facts.addresses[0]?.blocked ?? "the address is not allowed";
  const verdict = runnerVerdict(file, "certain", `The egress policy of ${locationsText(blocked)}: ${reason}`);
  return { ...verdict, scope: blocked.length === 1 ? "one_location" : "some_locations" };
};

function isBlocked({ check, addresses }: VantageView["facts"]): boolean {
  if (check?.error?.code === "ADDRESS_BLOCKED") return true;
  const isUp = check !== null && check.error === null;
  return !isUp && addresses.length > 0 && addresses.every(({ blocked }) => blocked !== null);
}

/** No resolver answers, and no address that is known can be reached. */
function isIsolated({ facts, findings }: VantageView): boolean {
  const { dns, addresses, canaries } = facts;
  if (canaries === "responding") return false;
  if (dns?.answers.some(({ rcode }) => rcode !== null)) return false;
  if (dns === null && addresses.length === 0) return false;
  if (dns !== null && addresses.length === 0 && dns.answers.length === 0) return false;
  return findings.every(({ failure }) => failure?.layer === "network");
}

function asksInternet({ facts }: VantageView): boolean {
  return facts.dns?.answers.some(({ resolver }) => resolver === "public") ?? false;
}

function runnerVerdict({ bad }: CaseFile, certainty: Verdict["certainty"], summary: string): Verdict {
  const scope = bad.length > 1 ? "some_locations" : "one_location";
  return { layer: "runner", scope, certainty, summary };
}
