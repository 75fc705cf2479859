import { createHash, generateKeyPairSync, randomBytes, sign as signWith } from "node:crypto";
import type {
  PasskeyCreate,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignIn,
} from "@vedette/contract/people/passkeys.ts";

/**
 * An authenticator in software, with one ES256 key: makes credentials and signs like a browser with a platform
 * authenticator. Source: WebAuthn Level 3, sections 5.8.1 and 6.1; RFC 8949 for CBOR; RFC 9052 for the key.
 */
export class Authenticator {
  readonly #origin: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(32);
  #userHandle = "";
  /** Reported in the next signatures; 0 as by authenticators that do not count. */
  counter = 0;
  /** Whether the user is verified, by a PIN or a fingerprint. */
  verifiesUser = true;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get credentialId(): string {
    return this.#id.toString("base64url");
  }

  create({ challenge, rp, user }: PasskeyCreation): PasskeyCreate["credential"] {
    this.#userHandle = user.id;
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), idLength, this.#id, this.#coseKey()]);
    const authData = this.#authenticatorData(rp.id, credential);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])],
      ...[cborText("authData"), cborBytes(authData)],
    ]);
    return {
      id: this.credentialId,
      type: "public-key",
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  sign({ challenge, rpId }: Pick<PasskeyRequest, "challenge" | "rpId">): PasskeySignIn {
    const clientData = this.#clientData("webauthn.get", challenge);
    const authData = this.#authenticatorData(rpId, null);
    const signed = Buffer.concat([authData, createHash("sha256").update(clientData).digest()]);
    return {
      id: this.credentialId,
      type: "public-key",
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signWith("sha256", signed, this.#keys.privateKey).toString("base64url"),
        userHandle: this.#userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #authenticatorData(rpId: string, credential: Buffer | null): Buffer {
    const flags = 0x01 | (this.verifiesUser ? 0x04 : 0) | (credential === null ? 0 : 0x40);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const rpIdHash = createHash("sha256").update(rpId).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, credential ?? Buffer.alloc(0)]);
  }

  /** The map {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  #coseKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, "base64url")),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, "base64url")),
    ]);
  }
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
}

/** A byte string of 24 to 65,535 bytes. */
function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256 ? [0x58, bytes.length] : [0x59, Math.floor(bytes.length / 256), bytes.length % 256];
  return Buffer.concat([Buffer.from(head), bytes]);
}
