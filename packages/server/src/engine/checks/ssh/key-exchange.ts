import {
  createECDH,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  getDiffieHellman,
} from "node:crypto";
import { mpint, sshString } from "./ssh-data.ts";

/** One exchange of keys, as far as the server proves its host key in it. Source: RFC 4253, section 8; RFC 5656; RFC 8731. */
export type KeyExchange = {
  hash: "sha1" | "sha256" | "sha384" | "sha512";
  /** Our public key, encoded as in its message. */
  ours: Buffer;
  /** Returns the shared secret. Throws if the key of the server is not valid. */
  secretWith(theirs: Buffer): Buffer;
  /** Encodes the key of the server as in the hash of the exchange. */
  encode(theirs: Buffer): Buffer;
};

/** The methods by name, best first. */
export const KEY_EXCHANGES: Readonly<Record<string, () => KeyExchange>> = {
  "curve25519-sha256": curve25519,
  "curve25519-sha256@libssh.org": curve25519,
  "ecdh-sha2-nistp256": () => nistCurve("prime256v1", "sha256"),
  "ecdh-sha2-nistp384": () => nistCurve("secp384r1", "sha384"),
  "ecdh-sha2-nistp521": () => nistCurve("secp521r1", "sha512"),
  "diffie-hellman-group16-sha512": () => modularGroup("modp16", "sha512"),
  "diffie-hellman-group14-sha256": () => modularGroup("modp14", "sha256"),
  // Old network devices know no other method.
  "diffie-hellman-group14-sha1": () => modularGroup("modp14", "sha1"),
};

/** The header of a public key of X25519 in DER. Source: RFC 8410, section 10. */
const X25519_DER = Buffer.from("302a300506032b656e032100", "hex");
const X25519_BYTES = 32;

function curve25519(): KeyExchange {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  const ours = publicKey.export({ format: "der", type: "spki" }).subarray(X25519_DER.length);
  return {
    hash: "sha256",
    ours: sshString(ours),
    secretWith(theirs) {
      if (theirs.length !== X25519_BYTES) throw new RangeError("the key has another length");
      const key = createPublicKey({ key: Buffer.concat([X25519_DER, theirs]), format: "der", type: "spki" });
      return diffieHellman({ publicKey: key, privateKey });
    },
    encode: sshString,
  };
}

function nistCurve(name: string, hash: KeyExchange["hash"]): KeyExchange {
  const own = createECDH(name);
  return {
    hash,
    ours: sshString(own.generateKeys()),
    secretWith: (theirs) => own.computeSecret(theirs),
    encode: sshString,
  };
}

function modularGroup(name: string, hash: KeyExchange["hash"]): KeyExchange {
  const own = getDiffieHellman(name);
  return {
    hash,
    ours: mpint(own.generateKeys()),
    secretWith: (theirs) => own.computeSecret(theirs),
    encode: mpint,
  };
}

type Exchange = {
  clientVersion: string;
  serverVersion: string;
  clientInit: Buffer;
  serverInit: Buffer;
  hostKey: Buffer;
  exchange: KeyExchange;
  theirs: Buffer;
};

/** Returns what the server signs with its host key. */
export function exchangeHash(parts: Exchange): Buffer {
  const { exchange, theirs } = parts;
  return createHash(exchange.hash)
    .update(sshString(parts.clientVersion))
    .update(sshString(parts.serverVersion))
    .update(sshString(parts.clientInit))
    .update(sshString(parts.serverInit))
    .update(sshString(parts.hostKey))
    .update(exchange.ours)
    .update(exchange.encode(theirs))
    .update(mpint(exchange.secretWith(theirs)))
    .digest();
}
