import type { Vault } from "../../../platform/secrets/vault.ts";
import type { AuditContext } from "../audit-log/service.ts";

/**
 * Variables: their rules and their effect on monitors. A secret's value never appears in responses, logs or
 * audit entries.
 */

export type VariableContext = AuditContext & {
  vault: Vault;
  /** Whether the caller can write secrets in addition to plain variables. */
  mayWriteSecrets: boolean;
};
