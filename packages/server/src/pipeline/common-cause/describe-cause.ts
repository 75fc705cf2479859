import { assertNever } from "../../platform/kernel/errors.ts";
import type { CommonCause, Trait } from "./find-common-cause.ts";

/** A common cause in one sentence: "9 targets: all behind 203.0.113.0/24; 0 of 41 others." Pure. */
export function describeCause(cause: CommonCause): string {
  const { affectedIds, bad, healthy } = cause;
  const share = affectedIds.length === bad ? "all" : `${affectedIds.length}`;
  return `${bad} targets: ${share} ${traitText(cause)}; ${healthy.with} of ${healthy.total} others.`;
}

function traitText({ kind, value }: Trait): string {
  switch (kind) {
    case "address":
    case "network":
      return `behind ${value}`;
    case "host":
      return `on the host ${value}`;
    case "certificate":
      return `with the certificate ${value}`;
    case "issuer":
      return `with a certificate of ${value}`;
    case "nameserver":
      return `with the name server ${value}`;
    case "dependency":
      return `depend on “${value}”`;
    case "location":
      return `checked from ${value}`;
    case "tag":
      return `with the tag ${value}`;
    case "error":
      return `fail with ${value}`;
    case "phase":
      return `fail in the phase ${value}`;
    default:
      return assertNever(kind);
  }
}
