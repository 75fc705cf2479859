import { type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import * as der from "./der.ts";

export type CertificateRequest = {
  subject: string;
  subjectKey: KeyObject;
  issuer: string;
  /** An EC key. */
  issuerKey: KeyObject;
  notBeforeMs: number;
  notAfterMs: number;
  /** Host names and IPv4 addresses of the certificate. An empty list makes it an authority. */
  hosts: readonly string[];
  digest: "sha1" | "sha256";
};

const ECDSA_WITH = { sha1: "1.2.840.10045.4.1", sha256: "1.2.840.10045.4.3.2" } as const;
const COMMON_NAME = "2.5.4.3";
const SUBJECT_ALT_NAME = "2.5.29.17";
const BASIC_CONSTRAINTS = "2.5.29.19";

/** Issues an X.509 certificate as PEM. Source: RFC 5280, section 4.1. */
export function issueCertificate(request: CertificateRequest): string {
  const algorithm = der.sequence(der.objectId(ECDSA_WITH[request.digest]));
  const signed = der.sequence(
    der.tagged(0, true, der.integer(Buffer.of(2))),
    der.integer(serialNumber()),
    algorithm,
    name(request.issuer),
    der.sequence(der.utcTime(request.notBeforeMs), der.utcTime(request.notAfterMs)),
    name(request.subject),
    request.subjectKey.export({ type: "spki", format: "der" }),
    der.tagged(3, true, der.sequence(request.hosts.length === 0 ? authority() : altNames(request.hosts))),
  );
  const signature = sign(request.digest, signed, request.issuerKey);
  const bytes = der.sequence(signed, algorithm, der.bitString(signature));
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

/** The first byte is between 1 and 127, so that the number is positive and in its shortest form. */
function serialNumber(): Buffer {
  return Buffer.concat([Buffer.of(0x40), randomBytes(12)]);
}

function name(commonName: string): Buffer {
  return der.sequence(der.set(der.sequence(der.objectId(COMMON_NAME), der.utf8String(commonName))));
}

function authority(): Buffer {
  const isAuthority = der.octetString(der.sequence(der.boolean(true)));
  return der.sequence(der.objectId(BASIC_CONSTRAINTS), der.boolean(true), isAuthority);
}

function altNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIP(host) === 4
      ? der.tagged(7, false, Buffer.from(host.split(".").map(Number)))
      : der.tagged(2, false, Buffer.from(host)),
  );
  return der.sequence(der.objectId(SUBJECT_ALT_NAME), der.octetString(der.sequence(...names)));
}
