import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { issueCertificate } from "../../packages/server/test/hostile/issue-certificate.ts";

/** The certificates of the lab, PEM, by an authority that its runners trust. */
export type LabCertificates = { ca: string; key: string } & Record<LabCertificate, string>;
export const LAB_CERTIFICATES = [
  "valid",
  "expired",
  "future",
  "otherName",
  "unknownIssuer",
  "selfSigned",
] as const;
export type LabCertificate = (typeof LAB_CERTIFICATES)[number];

const DAY_MS = 86_400_000;
export const SHOP = "shop.example.com";

export function createCertificates(nowMs: number): LabCertificates {
  const pair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
  const [root, stranger, leaf] = [pair(), pair(), pair()];
  const issue = (
    issuer: string,
    issuerKey: KeyObject,
    { from = -30, to = 60, hosts = [SHOP], key = leaf.publicKey, subject = SHOP } = {},
  ) =>
    issueCertificate({
      ...{ subject, subjectKey: key, issuer, issuerKey, hosts, digest: "sha256" },
      ...{ notBeforeMs: nowMs + from * DAY_MS, notAfterMs: nowMs + to * DAY_MS },
    });
  const byRoot = (options: Parameters<typeof issue>[2]) => issue("Lab Root", root.privateKey, options);
  return {
    ca: byRoot({ hosts: [], key: root.publicKey, subject: "Lab Root" }),
    key: leaf.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    valid: byRoot({}),
    expired: byRoot({ to: -1 }),
    future: byRoot({ from: 1 }),
    otherName: byRoot({ hosts: ["other.example.net"], subject: "other.example.net" }),
    unknownIssuer: issue("Unknown Root", stranger.privateKey),
    selfSigned: issue(SHOP, leaf.privateKey),
  };
}
