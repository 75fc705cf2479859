import { createPrivateKey, X509Certificate } from "node:crypto";
import type { AuditStreamCreate, AuditStreamUpdate } from "@vedette/contract/people/audit-streams.ts";
import type { StreamTypeConfig } from "../../../pipeline/audit-streams/queries.ts";
import { badFields } from "../../../platform/kernel/errors.ts";

type GivenConfig = AuditStreamCreate["config"] | NonNullable<AuditStreamUpdate["config"]>;
type Stored = { typed: StreamTypeConfig; clientKey: string | null };

/** Separates the key of the client certificate from the configuration. A key that is not given stays as it was. */
export function toStoredConfig(
  type: StreamTypeConfig["type"],
  given: GivenConfig,
  before: { clientKey: string | null },
): Stored {
  if (type === "webhook") {
    if (!("url" in given)) throw badFields([{ path: "config", message: "must have a url, for a webhook" }]);
    return { typed: { type, config: { url: given.url } }, clientKey: null };
  }
  if (!("host" in given)) throw badFields([{ path: "config", message: "must have a host, for syslog" }]);
  const { client_key: key, ...config } = given;
  const certificate = config.client_certificate;
  const clientKey = certificate === null ? null : (key ?? before.clientKey);
  if (config.ca_certificate !== null) readCertificate("ca_certificate", config.ca_certificate);
  if (certificate === null && key) throw badFields([needsCertificate]);
  if (certificate !== null) assertPair(certificate, clientKey);
  return { typed: { type, config }, clientKey };
}

const needsCertificate = { path: "config.client_key", message: "needs a client_certificate" };

function readCertificate(field: string, text: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch (error) {
    throw badFields([{ path: `config.${field}`, message: "is not a certificate in PEM" }], error);
  }
}

function assertPair(certificate: string, key: string | null): void {
  const path = "config.client_key";
  if (key === null) throw badFields([{ path, message: "is required with a client_certificate" }]);
  const shown = readCertificate("client_certificate", certificate);
  let isOwn: boolean;
  try {
    isOwn = shown.checkPrivateKey(createPrivateKey(key));
  } catch (error) {
    throw badFields([{ path, message: "is not a private key in PEM without a passphrase" }], error);
  }
  if (!isOwn) throw badFields([{ path, message: "is not the key of the client_certificate" }]);
}
