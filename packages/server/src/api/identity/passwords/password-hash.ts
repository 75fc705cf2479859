import crypto, { randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "../../../platform/kernel/errors.ts";

/**
 * Hashes passwords with argon2id, in the PHC format. Knows no user and stores nothing. Node's own argon2 runs
 * outside the event loop. Before Node 24.7, which added it, WebAssembly does the same work in the event loop.
 */
export type PasswordHashing = {
  hash(password: string): Promise<string>;
  verify(wanted: { hash: string; password: string }): Promise<boolean>;
};

/** The smallest of the settings that the OWASP Password Storage Cheat Sheet considers equivalent. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Each takes 19 MiB and one of libuv's four threads, which file access and DNS need too. */
const AT_ONCE_MAX = 2;
/** At 30 ms each, two at a time, the last one waits half a second. */
const WAITING_MAX = 32;

export type Derive = (input: { password: string; salt: Buffer }) => Promise<Buffer>;

export function createPasswordHashing(derive: Derive = bestDerive()): PasswordHashing {
  const inTurn = createTurns();
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return phc(salt, await inTurn(() => derive({ password, salt })));
    },
    async verify({ hash, password }) {
      const { salt, key } = readPhc(hash);
      return timingSafeEqual(await inTurn(() => derive({ password, salt })), key);
    },
  };
}

const PHC_START = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$`;

function phc(salt: Buffer, key: Buffer): string {
  return `${PHC_START}${unpadded(salt)}$${unpadded(key)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

function readPhc(hash: string): { salt: Buffer; key: Buffer } {
  const [salt, key] = hash.startsWith(PHC_START) ? hash.slice(PHC_START.length).split("$") : [];
  if (salt === undefined || key === undefined) throw new Error("a stored password is not of the known form");
  return { salt: Buffer.from(salt, "base64"), key: Buffer.from(key, "base64") };
}

function bestDerive(): Derive {
  return "argon2" in crypto ? deriveNatively : deriveInWasm;
}

async function deriveNatively({ password, salt }: { password: string; salt: Buffer }): Promise<Buffer> {
  return await promisify(crypto.argon2)("argon2id", {
    message: typed(password),
    nonce: salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: PARALLELISM,
    tagLength: HASH_BYTES,
  });
}

export async function deriveInWasm({ password, salt }: { password: string; salt: Buffer }): Promise<Buffer> {
  const { argon2id } = await import("hash-wasm");
  const key = await argon2id({
    password: typed(password),
    salt,
    memorySize: MEMORY_KIB,
    iterations: PASSES,
    parallelism: PARALLELISM,
    hashLength: HASH_BYTES,
    outputType: "binary",
  });
  return Buffer.from(key);
}

/**
 * Normalizes, so that a password typed on two systems has the same bytes. Source: NIST SP 800-63B, section
 * 5.1.1.2.
 */
function typed(password: string): string {
  return password.normalize("NFKC");
}

/** Runs a few at a time with a bounded queue. Rejects requests beyond it with Retry-After. */
function createTurns(): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running >= AT_ONCE_MAX) {
      if (waiting.length >= WAITING_MAX) {
        throw new AppError(
          "SERVICE_UNAVAILABLE",
          "Too many people sign in right now. Try again in a moment.",
          {
            retryAfterSeconds: 1,
          },
        );
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      // The slot is passed on instead of released, so that no other request takes it.
      if (next) next();
      else running--;
    }
  };
}
