import { newKeyBytes } from "../src/platform/kernel/secret-box.ts";
import { openMasterKeys } from "../src/platform/secrets/master-keys.ts";
import { createVault, type Vault } from "../src/platform/secrets/vault.ts";

/** Creates a vault with its own master key, so that it cannot decrypt values of another vault. */
export function testVault(): Vault {
  return createVault(openMasterKeys({ kind: "settings", keys: [newKeyBytes().toString("base64")] }));
}
