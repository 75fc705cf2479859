import { readDuration } from "../building/read-duration.ts";

/** The expressions of alert rules on probes that Vedette has rules for. */

export type AlertExpression =
  | { type: "down"; matchers: LabelMatcher[] }
  | { type: "certificate"; matchers: LabelMatcher[]; days: number };

export type LabelMatcher = { label: string; operator: string; value: string };

const SELECTOR = "(?:\\{([^{}]*)\\})?";
const DOWN = new RegExp(`^probe_success${SELECTOR}(?:==0|!=1|<1)$`);
const CERTIFICATE = new RegExp(`^\\(?probe_ssl_earliest_cert_expiry${SELECTOR}-time\\(\\)\\)?(.*)<=?(.+)$`);
const MATCHER = /([a-zA-Z_]\w*)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"/g;
const DAY_SECONDS = 86_400;

/** Returns what an expression of PromQL alerts about; null if it is another one. */
export function parseAlertExpression(text: string): AlertExpression | null {
  const compact = withoutSpaces(text.slice(0, 2_000));
  const down = DOWN.exec(compact);
  if (down !== null) return { type: "down", matchers: matchersOf(down[1] ?? "") };
  const [, selector = "", factor = "", limit = ""] = CERTIFICATE.exec(compact) ?? [];
  const [divisor, product] = [factor === "" ? 1 : productOf(factor.replace(/^\//, "")), productOf(limit)];
  const isDivided = factor === "" || factor.startsWith("/");
  if (!isDivided || divisor === null || product === null || divisor === 0) return null;
  const days = Math.round((product * divisor) / DAY_SECONDS);
  return days < 1 ? null : { type: "certificate", matchers: matchersOf(selector), days };
}

/** Spaces within quotes stay. */
function withoutSpaces(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ""));
}

function matchersOf(selector: string): LabelMatcher[] {
  return [...selector.matchAll(MATCHER)].map(([, label = "", operator = "", value = ""]) => ({
    label,
    operator,
    value,
  }));
}

/** Returns the product of numbers such as `86400*14`, or the seconds of a duration. */
function productOf(text: string): number | null {
  const factors = text.replaceAll(/[()]/g, "").split("*");
  const numbers = factors.map((factor) =>
    /^\d+(?:\.\d+)?$/.test(factor) ? Number(factor) : readDuration(factor),
  );
  return numbers.reduce<number | null>(
    (product, number) => (product === null || number === null ? null : product * number),
    1,
  );
}
