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

/** `ca` is the authority to trust, PEM. All leaves except `wrongHost` are for localhost and 127.0.0.1. */
export type TlsFixtures = { ca: string } & Record<TlsLeafName, TlsLeaf>;

/** Creates certificates with every defect that a check must detect, once per process. */
export function createTlsFixtures(): Promise<TlsFixtures> {
  fixtures ??= createFixtures(Date.now());
  return fixtures;
}

let fixtures: Promise<TlsFixtures> | undefined;

const HOSTS = ["localhost", "127.0.0.1"];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const generate = promisify(generateKeyPair);

type KeyPair = { privateKey: KeyObject; publicKey: KeyObject };
type Authority = { name: string; keys: KeyPair };

async function createFixtures(nowMs: number): Promise<TlsFixtures> {
  const [rootKeys, intermediateKeys, untrustedKeys, leafKeys, weakKeys] = await Promise.all([
    ...Array.from({ length: 4 }, () => generate("ec", { namedCurve: "P-256" })),
    generate("rsa", { modulusLength: 1_024 }),
  ] as [Promise<KeyPair>, Promise<KeyPair>, Promise<KeyPair>, Promise<KeyPair>, Promise<KeyPair>]);
  const root: Authority = { name: "Vedette Test Root", keys: rootKeys };
  const intermediate: Authority = { name: "Vedette Test Intermediate", keys: intermediateKeys };
  const untrusted: Authority = { name: "Vedette Untrusted Test Root", keys: untrustedKeys };
  const selfSigned: Authority = { name: "localhost", keys: leafKeys };

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
    selfSigned: leaf(issue(selfSigned)),
    unknownCa: leaf(issue(untrusted)),
    // The root signed the intermediate, but the test servers never send the intermediate certificate.
    missingIntermediate: leaf(issue(intermediate)),
    wrongHost: leaf(issue(root, { subject: "wrong.test", hosts: ["wrong.test"] })),
    sha1: leaf(issue(root, { digest: "sha1" })),
    rsa1024: leaf(issue(root, { subjectKey: weakKeys.publicKey }), weakKeys),
    threeDays: leaf(issue(root, { notAfterMs: nowMs + 3 * DAY_MS + HOUR_MS })),
  };
}

function pem(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}
