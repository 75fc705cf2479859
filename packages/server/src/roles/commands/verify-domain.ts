import { verifyDomainByOperator } from "../../api/resources/identity-providers/verify-domains.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { withInstallation } from "./with-database.ts";

export type DomainOptions = { domain: string; providerId: string; issuer: string };

/** Verifies a domain of an identity provider without a TXT record, whether or not the service is running. */
export function verifyDomainWithoutDns(env: NodeJS.ProcessEnv, options: DomainOptions): Promise<string> {
  return withInstallation(env, async (database) => {
    const { organization } = await database.transaction((db) =>
      verifyDomainByOperator(db, options, systemClock),
    );
    return `People of ${options.domain} can sign in to ${organization} with ${options.issuer}.`;
  });
}
