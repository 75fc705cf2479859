import { StartError } from "../kernel/errors.ts";
import { keyIdOf, type SealingKey } from "../kernel/secret-box.ts";
import { readMasterKeyFile } from "./master-key-file.ts";

/**
 * The source of the master keys as plain data that can be passed to a thread: settings, or the file that the first start
 * creates. Base64, the current key first.
 */
export type MasterKeySource = { kind: "settings"; keys: readonly string[] } | { kind: "file"; path: string };

/** The keys that encrypt data keys: the current one, and previous ones that still decrypt older data keys. */
export type MasterKeys = {
  current(): SealingKey;
  find(id: string): SealingKey | null;
};

/**
 * A file is read again before a new data key is encrypted and when an unknown key is requested, so that a running service
 * follows a rotation.
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
