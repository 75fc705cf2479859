import type { CollectedFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import { type Masker, maskerOf } from "../../platform/masking/mask.ts";

/** Fields with words of Vedette or of a protocol, which no text of a target is in. */
const WORDS: ReadonlySet<string> = new Set([
  "canaries",
  "code",
  "failed_assertion",
  "incomplete",
  "phase",
  "rcode",
  "reason",
  "record",
  "resolver",
  "sources",
  "status",
  "tool",
]);

/** Masks the secrets of a spec in every text of the facts, before they leave the runner. */
export function maskCollected(facts: CollectedFacts, mask: readonly string[] | undefined): CollectedFacts {
  // Masking keeps the shape: it replaces texts by texts that are not longer.
  return mask ? (masked(facts, maskerOf(mask)) as CollectedFacts) : facts;
}

function masked(value: unknown, hide: Masker): unknown {
  if (typeof value === "string") return hide(value, value.length);
  if (Array.isArray(value)) return value.map((each) => masked(each, hide));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name === "headers") return [name, maskedHeaders(each as Record<string, string>, hide)];
      return [name, WORDS.has(name) ? each : masked(each, hide)];
    }),
  );
}

function maskedHeaders(headers: Readonly<Record<string, string>>, hide: Masker): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [hide(name, name.length), hide(value, value.length)]),
  );
}
