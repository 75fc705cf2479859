import type { Vault } from "../../../platform/secrets/vault.ts";
import type { AuditContext } from "../audit-log/service.ts";

/**
 * Variables: their rules, and what happens to monitors that name them. Never answers, logs or tells the
 * audit log a secret's value.
 */

export type VariableContext = AuditContext & {
  vault: Vault;
  /** Whether the caller may write secrets and not only plain variables. */
  mayWriteSecrets: boolean;
};
