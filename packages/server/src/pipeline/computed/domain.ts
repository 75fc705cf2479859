import type { CheckError, CheckErrorCode } from "@vedette/contract/checks/check-errors.ts";
import type { Finding } from "@vedette/contract/checks/computed/finding.ts";
import type { RegistrationRow } from "../domains/queries.ts";
import { currentRegistration } from "../domains/registrations.ts";
import type { Compute } from "./compute.ts";

/** Older facts say too little about the domain. */
const FACTS_MAX_AGE_MS = 7 * 86_400_000;
const DAY_MS = 86_400_000;

/** With these a domain does not resolve, or is about to be deleted. Words of RFC 8056. */
const STATUSES_DOWN: ReadonlySet<string> = new Set([
  "client hold",
  "server hold",
  "inactive",
  "pending delete",
  "redemption period",
  "pending restore",
]);

/** The registration of a domain, as a background job looked it up. */
export const computeDomain: Compute<"domain"> = async ({ spec, nowMs }, deps) => {
  if (!deps.looksUpDomains) return failed("RDAP_UNSUPPORTED", "this server looks up no domains");
  const row = await currentRegistration(deps, spec.host);
  return findingOf(spec.host, row, nowMs);
};

function findingOf(domain: string, row: RegistrationRow | null, nowMs: number): Finding {
  if (row === null || row.fetched_at === null || nowMs - row.fetched_at.getTime() > FACTS_MAX_AGE_MS) {
    return failed("RDAP_FAILED", row?.error ?? "the registry was not asked yet; the check is repeated then");
  }
  if (row.state === "unsupported")
    return failed("RDAP_UNSUPPORTED", `the registry of ${domain} has no RDAP service`);
  const error = row.state === "missing" ? missing(domain, row) : errorOf(domain, row, nowMs);
  return { error, values: valuesOf(row, nowMs) };
}

function missing(domain: string, { registry }: RegistrationRow): CheckError {
  return down("DOMAIN_NOT_FOUND", `${domain} is not registered, says ${registry}`);
}

function errorOf(
  domain: string,
  { expires_at: at, statuses }: RegistrationRow,
  nowMs: number,
): CheckError | null {
  if (at !== null && at.getTime() <= nowMs)
    return down("DOMAIN_EXPIRED", `the registration of ${domain} expired at ${at.toISOString()}`);
  const bad = statuses.filter((status) => STATUSES_DOWN.has(status));
  if (bad.length === 0) return null;
  return down("DOMAIN_STATUS", `the status of ${domain} is ${bad.join(", ")}`);
}

function valuesOf(row: RegistrationRow, nowMs: number): NonNullable<Finding["values"]> {
  if (row.state !== "found") return {};
  const { expires_at: at, registrar, statuses, nameservers, is_signed: isSigned } = row;
  return {
    domain_expiry: at === null ? null : Math.floor((at.getTime() - nowMs) / DAY_MS),
    registrar,
    domain_status: statuses,
    nameserver: nameservers,
    dnssec: isSigned,
  };
}

function down(code: CheckErrorCode, message: string): CheckError {
  return { code, message, phase: "assertion" };
}

function failed(code: CheckErrorCode, message: string): Finding {
  return { error: down(code, message) };
}
