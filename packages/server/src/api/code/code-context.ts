import { createHmac } from "node:crypto";
import { channelDeclaration } from "@vedette/contract/alerts/channels/channel-types.ts";
import { parseFields } from "@vedette/contract/common/field-errors.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { ROLES } from "@vedette/contract/people/scopes.ts";
import type { OrgRunnerAvailability } from "../../engine/locations/work-queue.ts";
import type { Recipients } from "../../pipeline/alerting/recipients/recipients.ts";
import type { DeferredAudits } from "../../pipeline/audit/audit.ts";
import type { PageAddresses } from "../../pipeline/status-pages/page-url.ts";
import type { Actor } from "../../platform/kernel/actor.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { PasswordHashing } from "../identity/passwords/password-hash.ts";
import type { ReadConfig } from "../resources/alert-channels/channel-config.ts";
import type { RequestContext } from "../routing/define-route.ts";

/** Monitoring as code: reads documents, plans what applying them changes, and applies exactly that. */

export type CodeDeps = {
  availability: (orgId: OrgId) => OrgRunnerAvailability;
  vault: Vault;
  recipients: Recipients;
  database: Database;
  mailer: Mailer;
  pagePasswords: PasswordHashing;
  publicUrl: string | null;
  statusDomain: string | null;
  /** The key of fingerprints of credentials is derived from it. */
  installationSecret: string;
};

/** The context of a request with what the services of all kinds of resources need. */
export type CodeContext = RequestContext & {
  vault: Vault;
  availability: OrgRunnerAvailability;
  readConfig: ReadConfig;
  recipients: Recipients;
  database: Database;
  mailer: Mailer;
  hasMailServer: boolean;
  maySeeSigningSecret: boolean;
  mayWriteSecrets: boolean;
  hashing: PasswordHashing;
  addresses: PageAddresses;
  /** Returns a text by which values of credentials are compared, and that does not reveal them. */
  fingerprint(value: string): string;
  deferredAudits?: DeferredAudits;
};

const readConfig: ReadConfig = (type, config) => parseFields(channelDeclaration(type).config, config);

export function createCodeContextOf(deps: CodeDeps): (ctx: RequestContext) => CodeContext {
  const { vault, recipients, database, mailer, pagePasswords, publicUrl, statusDomain } = deps;
  return (ctx) => {
    // Of each organization its own, so that equal credentials of two organizations do not look equal.
    const key = createHmac("sha256", deps.installationSecret).update(`credentials of ${ctx.orgId}`).digest();
    return {
      ...ctx,
      ...{ vault, recipients, database, mailer, readConfig },
      availability: deps.availability(ctx.orgId),
      hasMailServer: mailer.isConfigured,
      maySeeSigningSecret: false,
      mayWriteSecrets: mayWriteSecrets(ctx.actor),
      hashing: pagePasswords,
      addresses: { publicUrl, serverUrl: ctx.serverUrl, statusDomain },
      fingerprint: (value) => createHmac("sha256", key).update(value).digest("base64url"),
    };
  };
}

function mayWriteSecrets(actor: Actor): boolean {
  if (actor.kind === "key") return actor.scope === "admin";
  return ROLES.indexOf(actor.role) >= ROLES.indexOf("admin");
}
