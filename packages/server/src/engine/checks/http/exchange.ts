import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import { isTlsCode, tlsFailure } from "../../../platform/net/tls.ts";

/** The part of a response before its body. Reading `headers` may be expensive. */
export type ResponseHead = {
  readonly statusCode: number;
  /** Such as 1.1 or 2. */
  readonly httpVersion: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Names and values in turn, as received; cheap to read. Absent for HTTP/2, whose `headers` are cheap. */
  readonly rawHeaders?: readonly string[];
};

/** The events of one request and its response, over either version of HTTP. */
export type ExchangeHandler = {
  /** The whole request was handed to the operating system. */
  onSent(): void;
  onHead(head: ResponseHead): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  onFailure(failure: ExchangeFailure): void;
};

export type ExchangeFailure = {
  error: CheckError;
  /** True if the server answered an HTTP/1.1 request with HTTP/2. */
  speaksHttp2: boolean;
};

/** Large enough for real responses; Node's own default is 16 KiB. */
export const HEADER_BYTES_MAX = 65_536;
/**
 * Limit for responses like 100 and 103 before the final one; without it a server could send them endlessly.
 */
export const INFORMATIONAL_MAX = 10;

export type ExchangePhase = "request" | "headers" | "body";

const RESET_CODES: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "ENOTCONN"]);
const CLOSED: Record<ExchangePhase, string> = {
  request: "before it had received the whole request",
  headers: "before it had responded",
  body: "in the middle of the body",
};

/** Maps an error during an exchange to the check error that it means for the server. */
export function exchangeError(error: NodeJS.ErrnoException, phase: ExchangePhase): CheckError {
  const code = error.code ?? "unknown";
  if (RESET_CODES.has(code)) {
    return {
      code: "CONNECTION_RESET",
      message: `the server closed the connection ${CLOSED[phase]} (${code})`,
      phase,
    };
  }
  if (isTlsCode(code)) return tlsFailure(error).error;
  if (code === "ETIMEDOUT") {
    return { code: "TIMEOUT", message: `the server stopped responding (${code})`, phase };
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return protocolError(`the response headers are over ${HEADER_BYTES_MAX / 1_024} KiB (${code})`, phase);
  }
  if (code === "ERR_INVALID_CHAR" || code === "ERR_UNESCAPED_CHARACTERS" || error instanceof TypeError) {
    return protocolError(`the request cannot be sent: ${error.message}`, "request");
  }
  return protocolError(`the response is not valid HTTP: ${error.message} (${code})`, phase);
}

export function protocolError(message: string, phase: ExchangePhase): CheckError {
  return { code: "PROTOCOL_ERROR", message, phase };
}

export function tooManyInformational(): CheckError {
  return protocolError(
    `the server sent more than ${INFORMATIONAL_MAX} informational responses before the final one`,
    "headers",
  );
}
