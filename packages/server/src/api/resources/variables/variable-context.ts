import type { AuditContext } from "../../../pipeline/audit/audit.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";

/**
 * Variables: their rules and their effect on monitors. A secret's value never appears in responses, logs or
 * audit entries.
 */

export type VariableContext = AuditContext & {
  vault: Vault;
  /** Whether the caller can write secrets in addition to plain variables. */
  mayWriteSecrets: boolean;
};
