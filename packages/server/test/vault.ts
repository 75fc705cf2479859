import { newKeyBytes } from "../src/platform/kernel/secret-box.ts";
import { openMasterKeys } from "../src/platform/secrets/master-keys.ts";
import { createVault, type Vault } from "../src/platform/secrets/vault.ts";

/** A vault with a master key of its own: what one seals, another does not open. */
export function testVault(): Vault {
  return createVault(openMasterKeys({ kind: "settings", keys: [newKeyBytes().toString("base64")] }));
}
