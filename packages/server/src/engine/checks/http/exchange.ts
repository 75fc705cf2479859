import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import { isTlsCode, tlsFailure } from "../../../platform/net/tls.ts";

/** The part of an answer that comes before its body. Reading `headers` may cost something. */
export type ResponseHead = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** How one request and its answer went, over whichever version of HTTP. */
export type ExchangeHandler = {
  /** The whole request has been handed to the system. */
  onSent(): void;
  onHead(head: ResponseHead): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  onFailure(failure: ExchangeFailure): void;
};

type ExchangeFailure = {
  error: CheckError;
  /** True where the server answered in HTTP/2 what it was asked in HTTP/1.1. */
  speaksHttp2: boolean;
};

/** Source: decisions.md, section 3; Node's own default is 16 KiB. */
export const HEADER_BYTES_MAX = 65_536;
/** Answers like 100 and 103 before the real one. Source: security.md, fault F18. */
export const INFORMATIONAL_MAX = 10;

export type ExchangePhase = "request" | "headers" | "body";

const RESET_CODES: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "ENOTCONN"]);
const CLOSED: Record<ExchangePhase, string> = {
  request: "before it had taken the whole request",
  headers: "before it had answered",
  body: "in the middle of the body",
};

/** What an error during an exchange says about the server. */
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
    return { code: "TIMEOUT", message: `the server fell silent (${code})`, phase };
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return protocolError(`the response headers are over ${HEADER_BYTES_MAX / 1_024} KiB (${code})`, phase);
  }
  if (code === "ERR_INVALID_CHAR" || code === "ERR_UNESCAPED_CHARACTERS" || error instanceof TypeError) {
    return protocolError(`the request cannot be sent: ${error.message}`, "request");
  }
  return protocolError(`the answer is not valid HTTP: ${error.message} (${code})`, phase);
}

export function protocolError(message: string, phase: ExchangePhase): CheckError {
  return { code: "PROTOCOL_ERROR", message, phase };
}

export function tooManyInformational(): CheckError {
  return protocolError(
    `more than ${INFORMATIONAL_MAX} informational answers came before the real one`,
    "headers",
  );
}
