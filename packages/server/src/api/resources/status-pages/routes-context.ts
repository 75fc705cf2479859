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
  /** Makes IDs of maintenances as hard to guess as random ones. */
  installationSecret: string;
  renderPreview: RenderPreview;
};

/** Returns the context of a request with what the services of status pages need. */
export type ContextOf = ReturnType<typeof createContextOf>;

export function createContextOf(deps: StatusPageDeps) {
  const { pagePasswords, mailer, publicUrl, statusDomain, installationSecret, renderPreview } = deps;
  const histories = new PreviewHistories();
  return (ctx: RequestContext) => ({
    ...ctx,
    hashing: pagePasswords,
    hasMailServer: mailer.isConfigured,
    secret: installationSecret,
    ...{ renderPreview, histories },
    addresses: { publicUrl, serverUrl: ctx.serverUrl, statusDomain },
  });
}
