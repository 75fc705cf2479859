import type { AssertionValue } from "@vedette/contract/assertions/assertions.ts";
import { FINGERPRINT_TEXT_MAX, type Fingerprint } from "@vedette/contract/changes/fingerprint.ts";
import type { CheckOutcome, CheckSpec } from "@vedette/contract/checks/check-run.ts";
import { type Masker, maskerOf } from "../../platform/masking/mask.ts";

/** The parts of an outcome, or of one try, that can contain a secret. */
type MaskedParts = Pick<CheckOutcome, "ip" | "tls" | "error" | "assertions" | "fingerprint">;

/**
 * Masks the secrets of a spec in the complete outcome of its check before it leaves the runner. A check
 * without secrets costs nothing here.
 */
export function maskOutcome<Outcome extends MaskedParts>(
  outcome: Outcome,
  { mask }: Pick<CheckSpec, "mask">,
): Outcome {
  if (!mask) return outcome;
  const hide = maskerOf(mask);
  const { ip, tls, error, fingerprint } = outcome;
  return {
    ...outcome,
    // An IP address cannot contain a mask, so a secret one is removed.
    ip: ip !== null && hide(ip) === ip ? ip : null,
    tls: tls && { ...tls, issuer: maskText(tls.issuer, hide), protocol: maskText(tls.protocol, hide) },
    error: error && { ...error, message: hide(error.message) },
    ...(fingerprint && { fingerprint: maskFingerprint(fingerprint, hide) }),
    assertions: outcome.assertions.map((assertion) => ({
      ...assertion,
      property: maskText(assertion.property, hide),
      value: maskValue(assertion.value, hide),
      actual: maskScalar(assertion.actual, hide),
    })),
  };
}

/** Does the same for the facts of a log line. */
export function maskFacts(
  facts: Record<string, unknown>,
  { mask }: Pick<CheckSpec, "mask">,
): Record<string, unknown> {
  if (!mask) return facts;
  const hide = maskerOf(mask);
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, typeof fact === "string" ? hide(fact) : fact]),
  );
}

/** A text that grows by its masks is cut again. */
function maskFingerprint({ addresses, ...texts }: Fingerprint, hide: Masker): Fingerprint {
  const masked = Object.entries(texts).map(([name, text]) => [name, hide(text, FINGERPRINT_TEXT_MAX)]);
  return {
    ...Object.fromEntries(masked),
    ...(addresses && { addresses: addresses.filter((address) => hide(address) === address) }),
  };
}

function maskText(text: string | null, hide: Masker): string | null {
  return text === null ? null : hide(text);
}

function maskValue(value: AssertionValue, hide: Masker): AssertionValue {
  if (Array.isArray(value)) return value.map((each) => maskScalar(each, hide));
  if (typeof value !== "object" || value === null) return maskScalar(value, hide);
  const text = JSON.stringify(value);
  const masked = hide(text);
  return masked === text ? value : masked;
}

/** A number or a boolean that is a secret is replaced by the mask, too. */
function maskScalar<T extends string | number | boolean | null>(value: T, hide: Masker): T | string {
  if (value === null) return value;
  const text = String(value);
  const masked = hide(text);
  return masked === text ? value : masked;
}
