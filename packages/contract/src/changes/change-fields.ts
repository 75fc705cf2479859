/** What is compared from check to check. */
export const CHANGE_FIELDS = [
  "address",
  "certificate",
  "issuer",
  "headers",
  "redirects",
  "body",
  "http_version",
  "tls_version",
] as const;
export type ChangeField = (typeof CHANGE_FIELDS)[number];

/** In sentences and in the dashboard. */
export const CHANGE_FIELD_LABELS: Record<ChangeField, string> = {
  address: "IP address",
  certificate: "Certificate",
  issuer: "Certificate issuer",
  headers: "Server headers",
  redirects: "Redirects",
  body: "Body shape",
  http_version: "HTTP version",
  tls_version: "TLS version",
};
