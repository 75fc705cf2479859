import { StartError } from "../kernel/errors.ts";
import { keyIdOf, type SealingKey } from "../kernel/secret-box.ts";
import { readMasterKeyFile } from "./master-key-file.ts";

/**
 * Where the master keys come from, as plain data that can be handed to a thread: from settings, or from the
 * file that the first start makes. Base64, the current one first.
 */
export type MasterKeySource = { kind: "settings"; keys: readonly string[] } | { kind: "file"; path: string };

/** The keys that wrap data keys: one that is used from now on, and those that still open older wrappings. */
export type MasterKeys = {
  current(): SealingKey;
  find(id: string): SealingKey | null;
};

/**
 * A file is read again when a new key is to be wrapped and when an unknown one is asked for: so a service
 * that runs during a rotation follows it.
 */
export function openMasterKeys(source: MasterKeySource): MasterKeys {
  const read = () =>
    (source.kind === "file" ? readMasterKeyFile(source.path) : source.keys).map(toSealingKey);
  let keys = read();
  return {
    current() {
      if (source.kind === "file") keys = read();
      const [current] = keys;
      if (!current) throw new StartError("There is no master key: set VEDETTE_MASTER_KEY.");
      return current;
    },
    find(id) {
      const known = keys.find((key) => key.id === id);
      if (known || source.kind !== "file") return known ?? null;
      keys = read();
      return keys.find((key) => key.id === id) ?? null;
    },
  };
}

function toSealingKey(base64: string): SealingKey {
  const bytes = Buffer.from(base64, "base64");
  return { id: keyIdOf(bytes), bytes };
}
