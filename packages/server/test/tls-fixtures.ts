import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { type CertificateRequest, issueCertificate } from "./hostile/issue-certificate.ts";

/** A private key and its certificate, PEM. */
export type TlsLeaf = { key: string; cert: string };

export const TLS_LEAVES = [
  "valid",
  "expired",
  "notYetValid",
  "selfSigned",
  "unknownCa",
  "missingIntermediate",
  "wrongHost",
  "sha1",
  "rsa1024",
  "threeDays",
] as const;
export type TlsLeafName = (typeof TLS_LEAVES)[number];

/** `ca` is the authority to trust, PEM. All leaves but `wrongHost` are for localhost and 127.0.0.1. */
export type TlsFixtures = { ca: string } & Record<TlsLeafName, TlsLeaf>;

/** Certificates with every fault that a check has to name; made once in a process. */
export function createTlsFixtures(): Promise<TlsFixtures> {
  made ??= make(Date.now());
  return made;
}

let made: Promise<TlsFixtures> | undefined;

const HOSTS = ["localhost", "127.0.0.1"];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const generate = promisify(generateKeyPair);

type KeyPair = { privateKey: KeyObject; publicKey: KeyObject };
type Authority = { name: string; keys: KeyPair };

async function make(nowMs: number): Promise<TlsFixtures> {
  const [rootKeys, middleKeys, strangerKeys, leafKeys, weakKeys] = await Promise.all([
    ...Array.from({ length: 4 }, () => generate("ec", { namedCurve: "P-256" })),
    generate("rsa", { modulusLength: 1_024 }),
  ] as [Promise<KeyPair>, Promise<KeyPair>, Promise<KeyPair>, Promise<KeyPair>, Promise<KeyPair>]);
  const root: Authority = { name: "Vedette Test Root", keys: rootKeys };
  const middle: Authority = { name: "Vedette Test Intermediate", keys: middleKeys };
  const stranger: Authority = { name: "Vedette Test Stranger", keys: strangerKeys };
  const self: Authority = { name: "localhost", keys: leafKeys };

  const issue = (by: Authority, changes: Partial<CertificateRequest> = {}): string =>
    issueCertificate({
      subject: "localhost",
      subjectKey: leafKeys.publicKey,
      issuer: by.name,
      issuerKey: by.keys.privateKey,
      notBeforeMs: nowMs - HOUR_MS,
      notAfterMs: nowMs + 90 * DAY_MS,
      hosts: HOSTS,
      digest: "sha256",
      ...changes,
    });
  const leaf = (cert: string, keys: KeyPair = leafKeys): TlsLeaf => ({ key: pem(keys.privateKey), cert });

  return {
    ca: issue(root, { subject: root.name, subjectKey: rootKeys.publicKey, hosts: [] }),
    valid: leaf(issue(root)),
    expired: leaf(issue(root, { notBeforeMs: nowMs - 30 * DAY_MS, notAfterMs: nowMs - DAY_MS })),
    notYetValid: leaf(issue(root, { notBeforeMs: nowMs + DAY_MS })),
    selfSigned: leaf(issue(self)),
    unknownCa: leaf(issue(stranger)),
    // The root vouches for the intermediate, but no server of ours ever shows that certificate.
    missingIntermediate: leaf(issue(middle)),
    wrongHost: leaf(issue(root, { subject: "wrong.test", hosts: ["wrong.test"] })),
    sha1: leaf(issue(root, { digest: "sha1" })),
    rsa1024: leaf(issue(root, { subjectKey: weakKeys.publicKey }), weakKeys),
    threeDays: leaf(issue(root, { notAfterMs: nowMs + 3 * DAY_MS + HOUR_MS })),
  };
}

function pem(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}
