import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { protocolFailure } from "../dialogue/check-failure.ts";

/** SCRAM-SHA-256 without channel binding. Source: RFC 5802 and RFC 7677. */

export const MECHANISM = "SCRAM-SHA-256";

const HASH = "sha256";
const HASH_BYTES = 32;
/** PostgreSQL's default is 4,096. A hostile server could ask for days of work. */
const ITERATIONS_MAX = 100_000;
/** Without channel binding, and in base64. */
const GS2_HEADER = "n,,";
const GS2_HEADER_BASE64 = "biws";

const derive = promisify(pbkdf2);

export type ScramExchange = {
  first: string;
  /** Returns the proof for the first message of the server. */
  prove(serverFirst: string): Promise<string>;
  /** Returns whether the last message of the server proves that it knows the password. */
  isProved(serverFinal: string): boolean;
};

/** PostgreSQL ignores the name of the exchange and takes that of the startup message. `nonce` is a parameter for tests. */
export function beginScram(
  password: string,
  { user = "", nonce = randomBytes(18).toString("base64") }: { user?: string; nonce?: string } = {},
): ScramExchange {
  const bare = `n=${user},r=${nonce}`;
  let serverSignature: Buffer | null = null;
  return {
    first: `${GS2_HEADER}${bare}`,
    async prove(serverFirst) {
      const { r, s, i } = attributesOf(serverFirst);
      const iterations = Number(i);
      if (r === undefined || s === undefined || !r.startsWith(nonce) || !Number.isInteger(iterations))
        throw protocolFailure("the server broke the protocol of SCRAM-SHA-256");
      if (iterations < 1 || iterations > ITERATIONS_MAX)
        throw protocolFailure(`the server asks for ${iterations} iterations of SCRAM-SHA-256`);
      const salt = Buffer.from(s, "base64");
      // The password is prepared with NFKC; SASLprep differs from it for characters that keyboards do not have.
      const salted = await derive(password.normalize("NFKC"), salt, iterations, HASH_BYTES, HASH);
      const clientKey = hmac(salted, "Client Key");
      const withoutProof = `c=${GS2_HEADER_BASE64},r=${r}`;
      const authMessage = `${bare},${serverFirst},${withoutProof}`;
      const signature = hmac(createHash(HASH).update(clientKey).digest(), authMessage);
      const proof = clientKey.map((byte, index) => byte ^ (signature[index] ?? 0));
      serverSignature = hmac(hmac(salted, "Server Key"), authMessage);
      return `${withoutProof},p=${Buffer.from(proof).toString("base64")}`;
    },
    isProved(serverFinal) {
      const shown = Buffer.from(attributesOf(serverFinal).v ?? "", "base64");
      return shown.length === serverSignature?.length && timingSafeEqual(shown, serverSignature);
    },
  };
}

/** The attributes of a message: `r=…,s=…,i=4096`. */
function attributesOf(message: string): Partial<Record<string, string>> {
  const pairs = message.split(",").map((each) => [each.charAt(0), each.slice(2)] as const);
  return Object.fromEntries(pairs);
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac(HASH, key).update(text).digest();
}
