/** The limits of a bundle of evidence. A target, its name servers and the path to it are untrusted. */

/** Time in which a runner collects everything. */
export const EVIDENCE_COLLECT_MS = 20_000;
/** A bundle as JSON. */
export const EVIDENCE_BYTES_MAX = 2_097_152;
/** The facts of one location as JSON; also fits into one message of NATS. */
export const EVIDENCE_VANTAGE_BYTES_MAX = 380_000;
/** The last good or the first bad response as JSON. */
export const EVIDENCE_RESPONSE_BYTES_MAX = 200_000;
/** Locations that collect for one bundle. */
export const EVIDENCE_VANTAGES_MAX = 4;
/** Addresses of a name that are connected to, of both families. */
export const EVIDENCE_ADDRESSES_MAX = 8;
/** Authoritative servers of a zone that are asked. */
export const EVIDENCE_NAMESERVERS_MAX = 4;
/** Records of one answer. */
export const EVIDENCE_RECORDS_MAX = 16;
/** Certificates of a chain. */
export const EVIDENCE_CHAIN_MAX = 6;
/** Names of one certificate. */
export const EVIDENCE_CERTIFICATE_NAMES_MAX = 10;
/** Hops of a path. */
export const EVIDENCE_HOPS_MAX = 30;
/** Hosts that answered at one hop. */
export const EVIDENCE_HOP_HOSTS_MAX = 3;
/** Headers of a response. */
export const EVIDENCE_HEADERS_MAX = 60;
/** Characters of a header value. */
export const EVIDENCE_HEADER_VALUE_MAX = 1_000;
/** Characters of a body; masking may make it slightly longer. */
export const EVIDENCE_BODY_MAX = 70_000;
/** Characters of a name, a value or a message. */
export const EVIDENCE_TEXT_MAX = 500;
