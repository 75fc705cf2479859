import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { PasswordHashing } from "../../identity/passwords/password-hash.ts";
import type { RequestContext } from "../../routing/define-route.ts";
import { PreviewHistories, type RenderPreview } from "./editor/service-preview.ts";
import type { DomainDeps } from "./service-domains.ts";

export type StatusPageDeps = {
  database: Database;
  /** Hashes passwords of pages. */
  pagePasswords: PasswordHashing;
  mailer: { isConfigured: boolean };
  /** VEDETTE_PUBLIC_URL and VEDETTE_STATUS_DOMAIN; null if they are not set. */
  publicUrl: string | null;
  statusDomain: string | null;
  pageDomains: DomainDeps;
  /** Encrypts addresses of subscribers. */
  vault: Vault;
  recipients: { needConfirmation: boolean };
  /** Makes IDs of maintenances as hard to guess as random ones, and hashes of addresses. */
  installationSecret: string;
  renderPreview: RenderPreview;
};

/** Returns the context of a request with what the services of status pages need. */
export type ContextOf = ReturnType<typeof createContextOf>;

export function createContextOf(deps: StatusPageDeps) {
  const { vault, recipients, pagePasswords, mailer, publicUrl, statusDomain, installationSecret } = deps;
  const { renderPreview } = deps;
  const histories = new PreviewHistories();
  return (ctx: RequestContext) => ({
    ...ctx,
    hashing: pagePasswords,
    hasMailServer: mailer.isConfigured,
    needConfirmation: recipients.needConfirmation,
    vault,
    secret: installationSecret,
    ...{ renderPreview, histories },
    addresses: { publicUrl, serverUrl: ctx.serverUrl, statusDomain },
  });
}
