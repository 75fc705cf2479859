import type { Registration } from "@vedette/contract/targets/monitor-state/registration.ts";
import type { RegistrationRow } from "../../../pipeline/domains/queries.ts";

/** Converts a registration to the API representation; `row` is undefined until its first lookup is requested. */
export function toRegistration(domain: string, row: RegistrationRow | undefined): Registration {
  return {
    domain,
    state: row === undefined || row.state === "new" ? "unknown" : row.state,
    expires_at: row?.expires_at?.toISOString() ?? null,
    registrar: row?.registrar ?? null,
    statuses: row?.statuses ?? [],
    nameservers: row?.nameservers ?? [],
    dnssec: row?.is_signed ?? null,
    looked_up_at: row?.fetched_at?.toISOString() ?? null,
    error: row?.error ?? null,
  };
}
