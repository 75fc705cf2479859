import type { EvidenceFacts } from "@vedette/contract/evidence/evidence-facts.ts";
import type { Verdict } from "@vedette/contract/evidence/verdict.ts";
import type { UsualStatuses } from "./address-finding.ts";
import { allAddressesRule, someAddressesRule } from "./address-rules.ts";
import type { CaseFile, VerdictRule } from "./case-file.ts";
import { checkErrorRule } from "./check-rules.ts";
import { dnsRule } from "./dns-rules.ts";
import { interceptRule } from "./intercept-rule.ts";
import { lossRule, passingLossRule } from "./loss-rule.ts";
import { blockedRule, canariesRule, isolatedRule } from "./runner-rules.ts";
import { stepRule } from "./step-rule.ts";
import { viewOf } from "./vantage-view.ts";
import { notCollectedText, withBoundedSummary } from "./wording.ts";

/*
 * Plain rules from the facts of several locations to a verdict. Pure: the same facts give the same verdict. The first rule
 * that applies decides, so a rule may rely on those before it. No verdict is better than a wrong one.
 */

const RULES: readonly VerdictRule[] = [
  canariesRule,
  blockedRule,
  isolatedRule,
  interceptRule,
  dnsRule,
  someAddressesRule,
  lossRule,
  passingLossRule,
  allAddressesRule,
  checkErrorRule,
  stepRule,
];

export function decideVerdict(facts: EvidenceFacts): Verdict {
  const file = caseFileOf(facts);
  for (const rule of RULES) {
    const verdict = rule(file);
    if (verdict !== null) return withBoundedSummary(verdict);
  }
  return noVerdict(file);
}

/** A location whose own network is down says nothing about the target, if others see it. */
function caseFileOf(facts: EvidenceFacts): CaseFile {
  const usual = usualStatuses(facts);
  const all = facts.vantages.map((vantage) => viewOf(vantage, usual));
  const connected = all.filter(({ facts: { canaries } }) => canaries !== "silent");
  const views = connected.some(({ now }) => now === "bad") ? connected : all;
  return {
    ...{ facts, views },
    bad: views.filter(({ now }) => now === "bad"),
    good: views.filter(({ now }) => now === "good"),
  };
}

function usualStatuses({ vantages, last_good: lastGood }: EvidenceFacts): UsualStatuses {
  const accepted = vantages.filter(({ check }) => check?.status === "up" || check?.status === "degraded");
  return new Set([
    ...accepted.map(({ check }) => check?.response?.status_code ?? null),
    lastGood?.status_code ?? null,
  ]);
}

function noVerdict({ facts, views, bad, good }: CaseFile): Verdict {
  const works = views.length > 0 && bad.length === 0 && good.length === views.length;
  const missing = views.length === 0 ? notCollectedText(facts.not_collected) : null;
  const summary = works
    ? "No verdict: the target works again from every location that was asked."
    : `No verdict: ${missing ?? "the facts do not show what failed"}.`;
  return { layer: "none", scope: "unknown", certainty: "likely", summary };
}
