import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import { StatusBadge } from "../../../components/status-badge.tsx";

/** The domains of a provider, and whether they are proven. */
export function DomainProofs({ provider: { domain_proofs } }: { provider: IdentityProvider }) {
  return (
    <ul className="grid gap-1.5">
      {domain_proofs.map(({ domain, verified_at }) => (
        <li key={domain} className="flex flex-wrap items-center gap-2 wrap-anywhere">
          {domain}
          {verified_at === null ? (
            <StatusBadge status="degraded" word="Not verified" />
          ) : (
            <StatusBadge status="up" word="Verified" />
          )}
        </li>
      ))}
    </ul>
  );
}
