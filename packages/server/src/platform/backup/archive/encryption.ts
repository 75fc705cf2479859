import { StartError } from "../../kernel/errors.ts";
import { DamagedBackupError } from "./damaged-backup.ts";

/**
 * Encrypts streams in the age format (age-encryption.org/v1): each 64 KiB is authenticated with its position, and the last
 * one says that it is the last, so that a changed or shortened stream is detected. The package loads on first use, because
 * it takes 4 MB and most processes make no backup.
 */

/** Passphrases have 16 characters or more: with these, 64 MiB and a quarter of a second for each guess are enough. */
const SCRYPT_WORK_FACTOR = 16;
const RECIPIENT = /^age1[a-z0-9]{20,2000}$/;
const IDENTITY = /^AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{20,200}$/i;

/** Throws a StartError for a key that cannot encrypt. */
export async function encryptStream(
  key: string,
  source: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  if (RECIPIENT.test(key)) {
    try {
      encrypter.addRecipient(key);
    } catch (error) {
      throw invalidKey("a recipient of age (age1…)", error);
    }
  } else if (IDENTITY.test(key)) {
    throw new StartError(
      "VEDETTE_BACKUP_KEY is an identity of age, which decrypts backups: set it to its recipient (age1…), which 'age-keygen -y' prints, and keep the identity elsewhere.",
    );
  } else {
    encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
    encrypter.setPassphrase(key);
  }
  return encrypter.encrypt(ReadableStream.from(source));
}

/** Throws a StartError for another key, and a DamagedBackupError for bytes that are not those that were encrypted. */
export async function decryptStream(
  key: string,
  source: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  if (IDENTITY.test(key)) {
    try {
      decrypter.addIdentity(key.toUpperCase());
    } catch (error) {
      throw invalidKey("an identity of age (AGE-SECRET-KEY-1…)", error);
    }
  } else if (RECIPIENT.test(key)) {
    throw new StartError(
      "VEDETTE_BACKUP_KEY is a recipient of age, which only encrypts: set it to the identity (AGE-SECRET-KEY-1…) of that recipient.",
    );
  } else {
    decrypter.addPassphrase(key);
  }
  const watched = watch(source);
  try {
    return authentic(await decrypter.decrypt(ReadableStream.from(watched.chunks())), watched);
  } catch (error) {
    throw openingError(error, watched);
  }
}

type WatchedSource = { chunks(): AsyncGenerator<Uint8Array>; failure(): unknown };

/** Remembers an error of the source, which is not one of its content. */
function watch(source: AsyncIterable<Uint8Array>): WatchedSource {
  let failure: unknown;
  return {
    async *chunks() {
      try {
        yield* source;
      } catch (error) {
        failure = error;
        throw error;
      }
    },
    failure: () => failure,
  };
}

async function* authentic(
  content: AsyncIterable<Uint8Array>,
  watched: WatchedSource,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    if (watched.failure() !== undefined) throw watched.failure();
    throw new DamagedBackupError("its content is not authentic, or its end is missing", { cause: error });
  }
}

function openingError(error: unknown, watched: WatchedSource): unknown {
  if (watched.failure() !== undefined) return watched.failure();
  const message = error instanceof Error ? error.message : "";
  if (message.includes("no identity matched")) {
    return new StartError(
      "VEDETTE_BACKUP_KEY does not open this backup: set it to the passphrase, or the identity of the recipient, that the backup was made with.",
      { cause: error },
    );
  }
  return new DamagedBackupError("it does not begin as a backup does", { cause: error });
}

function invalidKey(what: string, cause: unknown): StartError {
  return new StartError(`VEDETTE_BACKUP_KEY looks like ${what}, but is not a valid one: copy it again.`, {
    cause,
  });
}
