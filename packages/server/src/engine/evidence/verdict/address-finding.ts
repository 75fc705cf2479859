import type { AddressFacts } from "@vedette/contract/evidence/address-facts.ts";
import type { VantageFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import type { VerdictCertainty, VerdictLayer } from "@vedette/contract/evidence/verdict.ts";

/** The first thing that went wrong at an address, or null. Pure. */
export type AddressFinding = { address: AddressFacts; failure: AddressFailure | null };

export type AddressFailure = {
  layer: VerdictLayer;
  certainty: VerdictCertainty;
  /** Certain if several locations find it: something on the way to one of them could be the cause. */
  isConfirmable?: true;
  /** Continues a sentence about one address: "refuses the connection". */
  singular: string;
  /** The same about several: "refuse the connection". */
  plural: string;
};

/** The statuses of responses that checks accepted: a monitor may expect an error. */
export type UsualStatuses = ReadonlySet<number | null>;

/** Codes of this machine: it has no route, or no address of this family. */
const NO_ROUTE: ReadonlySet<string> = new Set(["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT", "RUNNER"]);

/** Returns null for an address that says nothing: it was not allowed, or this runner has no route to its family. */
export function findingOf(
  address: AddressFacts,
  { vantage, usual }: { vantage: VantageFacts; usual: UsualStatuses },
): AddressFinding | null {
  if (address.blocked !== null || isWithoutRoute(address)) return null;
  if (address.port === 0) return pingFinding(address, vantage);
  return {
    address,
    failure:
      connectFailure(address, vantage) ??
      handshakeFailure(address, vantage) ??
      responseFailure(address, { vantage, usual }),
  };
}

export function isWithoutRoute({ error }: AddressFacts): boolean {
  return error !== null && NO_ROUTE.has(error.code);
}

/** Without a port, only pings were sent, to one address. */
function pingFinding(address: AddressFacts, { path }: VantageFacts): AddressFinding | null {
  if (path?.address !== address.address || path.pings.length === 0) return null;
  const isSilent = path.pings.every(({ received }) => received === 0);
  return {
    address,
    failure: isSilent ? failure("network", "likely", ["answers no ping", "answer no pings"]) : null,
  };
}

function connectFailure({ address, error }: AddressFacts, { path }: VantageFacts): AddressFailure | null {
  if (error === null) return null;
  const { code } = error;
  if (code === "ECONNREFUSED")
    return failure("tcp", "certain", ["refuses connections", "refuse connections"]);
  if (code === "ECONNRESET") return failure("tcp", "certain", ["resets connections", "reset connections"]);
  const isPinged = path?.address === address && path.pings.some(({ received }) => received > 0);
  if (isPinged) {
    const text = [
      "answers pings but no connection to the port",
      "answer pings but no connection to the port",
    ];
    return failure("tcp", "likely", text);
  }
  if (code === "ETIMEDOUT" || code === "CONNECT_TIMEOUT") {
    return failure("network", "likely", ["does not answer", "do not answer"]);
  }
  return failure("network", "certain", [`cannot be reached (${code})`, `cannot be reached (${code})`]);
}

/** Another server may respond in the name of the target. */
const OTHER_SERVER: ReadonlySet<string> = new Set(["unknown_issuer", "self_signed", "wrong_host"]);

function handshakeFailure({ address, tls }: AddressFacts, { path }: VantageFacts): AddressFailure | null {
  if (tls?.error == null) return null;
  const { code, reason } = tls.error;
  if (code !== "ETIMEDOUT") {
    const isReset = code === "ECONNRESET" || code === "EPIPE";
    if (isReset) {
      return failure("tls", "likely", [
        "closes connections in the TLS handshake",
        "close connections in the TLS handshake",
      ]);
    }
    const why = reasonText(reason, tls.error.message);
    const text = [`fails the TLS handshake: ${why}`, `fail the TLS handshake: ${why}`];
    if (reason === null || !OTHER_SERVER.has(reason)) return failure("tls", "certain", text);
    return { ...failure("tls", "likely", text), isConfirmable: true };
  }
  if (path?.address === address && isBlackHole(path)) return BLACK_HOLE;
  return failure("tls", "likely", ["does not end the TLS handshake", "do not end the TLS handshake"]);
}

const STATUS_BAD_FROM = 400;
const STATUS_SERVER_FROM = 500;

function responseFailure(
  { address, response }: AddressFacts,
  { vantage: { path }, usual }: { vantage: VantageFacts; usual: UsualStatuses },
): AddressFailure | null {
  if (response === null) return null;
  const { status_code: status, error } = response;
  if (error !== null) {
    const isStalled = error.code === "TIMEOUT";
    if (isStalled && path?.address === address && isBlackHole(path)) return BLACK_HOLE;
    if (isStalled && status !== null) {
      return failure("http", "certain", [
        "sends a response that does not end",
        "send responses that do not end",
      ]);
    }
    if (isStalled)
      return failure("http", "certain", [
        "accepts requests but does not respond",
        "accept requests but do not respond",
      ]);
    if (error.code === "TLS_INVALID") return null;
    return failure("http", "certain", [
      `breaks the response: ${error.message}`,
      `break the response: ${error.message}`,
    ]);
  }
  if (status === null || status < STATUS_BAD_FROM || usual.has(status)) return null;
  const certainty = status >= STATUS_SERVER_FROM ? "certain" : "likely";
  return failure("http", certainty, [
    `responds with the status ${status}`,
    `respond with the status ${status}`,
  ]);
}

const BLACK_HOLE = failure("network", "certain", [
  "answers small packets only: large ones are lost on the way",
  "answer small packets only: large ones are lost on the way",
]);

/** Small packets arrive, and large ones are lost without a message that they are too large. */
export function isBlackHole({ pings }: NonNullable<VantageFacts["path"]>): boolean {
  const [smallest] = pings.toSorted((a, b) => a.bytes - b.bytes);
  const largest = pings.toSorted((a, b) => b.bytes - a.bytes)[0];
  if (smallest === undefined || largest === undefined || smallest.bytes === largest.bytes) return false;
  const isSmallFine = smallest.sent > 0 && smallest.received === smallest.sent;
  return isSmallFine && largest.sent > 0 && largest.received === 0 && largest.error === null;
}

function reasonText(reason: string | null, message: string): string {
  return reason === "expired" ? "the certificate has expired" : message;
}

function failure(
  layer: VerdictLayer,
  certainty: VerdictCertainty,
  [singular = "", plural = ""]: readonly string[],
): AddressFailure {
  return { layer, certainty, singular, plural };
}
