import type {
  CheckErrorCode,
  CheckPhase,
  TlsReason,
} from "../../packages/contract/src/checks/check-errors.ts";
import type { ErrorCode } from "../../packages/contract/src/common/errors.ts";
import type { OwnRunErrorCode } from "../../packages/contract/src/runs/run-errors.ts";

/**
 * What every code means and what to do about it, for docs/reference/errors.md. Each table is complete by
 * its type: a new code in the contract does not compile, and is not generated, without its sentences here.
 */
type Meaning = { means: string; remedy: string };

export const API_ERRORS: Readonly<Record<ErrorCode, Meaning>> = {
  BAD_REQUEST: {
    means: "The request is not valid as it is; where fields are at fault, `details` has one entry for each.",
    remedy: "Correct what the message names. The same request will fail again.",
  },
  UNAUTHORIZED: {
    means: "There is no API key, or it is unknown, revoked or expired.",
    remedy: "Send `Authorization: Bearer <API_KEY>`; `vedette keys create` makes a new key.",
  },
  FORBIDDEN: {
    means: "The key is good, but its scope or its organization does not reach what was asked.",
    remedy: "Use a key of the scope that the message names.",
  },
  NOT_FOUND: {
    means:
      "Nothing of that id or path exists in the organization of the key; an id of another one looks the same.",
    remedy: "Check the id, and whose key it is.",
  },
  METHOD_NOT_ALLOWED: {
    means: "The path exists, but not with this method.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  PRECONDITION_FAILED: {
    means: "The resource was changed after the state that `If-Match` names.",
    remedy:
      "Get the resource again, apply your change to the new state, and send its new `ETag` as `If-Match`.",
  },
  PAYLOAD_TOO_LARGE: {
    means: "The body is over 1 MiB, or the headers are over 16 KiB.",
    remedy: "Send less at once.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    means: "The body is not declared as JSON.",
    remedy: "Send `Content-Type: application/json`.",
  },
  TOO_MANY_REQUESTS: {
    means: "The limit of this key, this address or of open event streams is reached.",
    remedy: "Wait for the seconds of `Retry-After`. The operator can raise the limits of requests.",
  },
  INTERNAL_SERVER_ERROR: {
    means: "A fault in Vedette.",
    remedy: "Try again; if it stays, look for the request id of the message in the log.",
  },
  SERVICE_UNAVAILABLE: {
    means: "Something that the request needs is away for now: the database, a runner, or time.",
    remedy: "Try again after `Retry-After`. `/readyz` says what is missing.",
  },
};

export const CHECK_ERRORS: Readonly<Record<CheckErrorCode, Meaning>> = {
  DNS_FAILED: {
    means: "The host's name gave no address: it does not exist, the name servers failed, or 5 s passed.",
    remedy: "Look at the name in the URL, its DNS records, and the resolver of the machine that checks.",
  },
  CONNECT_REFUSED: {
    means: "The machine answers, but nothing listens on that port.",
    remedy: "See whether the service runs and listens on this address, and not on loopback alone.",
  },
  CONNECT_TIMEOUT: {
    means: "No connection came about in time, or a router said that the address cannot be reached.",
    remedy: "Look at the route, the firewall, and whether the machine is on.",
  },
  TLS_INVALID: {
    means: "The certificate or the handshake is not acceptable; `reason` says why.",
    remedy: "Mend what the reason below says, or set `verify_tls` to false where that is intended.",
  },
  TIMEOUT: {
    means: "The connection stood, and the answer was not complete within the monitor's `timeout`.",
    remedy: "`phase` says where it hung; look there, or raise `timeout`.",
  },
  CONNECTION_RESET: {
    means: "The other side closed the connection before the answer was complete.",
    remedy: "Look into the log of the server, or of the proxy or load balancer before it.",
  },
  TOO_MANY_REDIRECTS: {
    means: "More than 10 redirects followed one another.",
    remedy: "Look for a loop, often between http and https or two host names.",
  },
  BODY_TOO_LARGE: {
    means: "An assertion wanted the body, which is over 1 MiB when decoded.",
    remedy: "Check a smaller page, or leave out the assertions on `body` and `json_path`.",
  },
  PROTOCOL_ERROR: {
    means: "What came is not valid HTTP, or its encoding cannot be undone.",
    remedy: "Look at the message: often another service listens on that port.",
  },
  ADDRESS_BLOCKED: {
    means: "The egress policy of this Vedette does not let checks go to that address.",
    remedy: "The message names the setting; an operator can list the address in `VEDETTE_EGRESS_ALLOW`.",
  },
  ASSERTION_FAILED: {
    means:
      "The target answered, and at least one assertion does not hold; without assertions: the status is not 200 to 399.",
    remedy: "See `actual` in the result's `assertions`.",
  },
  ASSERTION_TOO_COSTLY: {
    means:
      "A JSONPath or a pattern needs more work on this answer than one evaluation may cost: about 50 ms for all paths, and 20 Mi of instructions × characters for a pattern. It says nothing of the target.",
    remedy:
      "Name the members on the way (`$.data.items[0].id`) instead of repeating `..` or nesting filters, search with a shorter pattern, or ask for a smaller answer.",
  },
};

export const RUN_ERRORS: Readonly<Record<OwnRunErrorCode, Meaning>> = {
  UNKNOWN_VARIABLE: {
    means: "A text names a value that no step extracted, and neither the target nor the organization has.",
    remedy: "Create the variable, or extract it in an earlier step.",
  },
  INVALID_REQUEST: {
    means: "With its values in place the request cannot be sent.",
    remedy: "The message names the part; look at the value that came into it.",
  },
  EXTRACTION_FAILED: {
    means: "The answer has nothing at the place from which a value is taken.",
    remedy: "Compare the expression with the answer that the step shows.",
  },
  NO_STEPS: { means: "There is nothing to run.", remedy: "Give the journey steps or a script." },
  CANCELLED: {
    means:
      "Before the run ended, its target was deleted or disabled, or the plan's runs of the month were used up.",
    remedy: "Nothing, or enable the target, or change the plan.",
  },
  RUNNER_LOST: {
    means: "The runner was not heard of again before the run's deadline. No downtime.",
    remedy: "See the runner's log; a process that was killed or ran out of memory is the usual cause.",
  },
  NO_RUNNER: {
    means: "No runner took the run, though it was offered for ten minutes. No downtime.",
    remedy: "Start a runner at the location, or give the one there more room.",
  },
  SECRET_UNAVAILABLE: {
    means: "A secret that the run names does not open. No downtime.",
    remedy: "The server's log says why; mostly the master key is another one.",
  },
  INTERNAL: { means: "The runner had trouble of its own. No downtime.", remedy: "See the runner's log." },
  STEP_FAILED: {
    means: "The page did not do what the step expects.",
    remedy: "The message says what was waited for and what the page showed; see the screenshot.",
  },
  NAVIGATION_FAILED: {
    means: "The page could not be opened.",
    remedy: "The message names the cause; the failed requests of the step say more.",
  },
  ELEMENT_NOT_FOUND: {
    means: "No element matched the selector in time.",
    remedy: "The message lists what the page showed instead; see the screenshot.",
  },
  VISUAL_DIFFERENCE: {
    means: "The page looks different from its baseline by more than the step allows.",
    remedy: "Look at the difference; accept the new picture where it is right.",
  },
  BROWSER_CRASHED: {
    means: "The browser ended in the middle of the run. No downtime.",
    remedy: "Mostly memory: see the runner's log.",
  },
  SCRIPT_FAILED: {
    means: "The script ended with an error outside of its steps.",
    remedy: "The message names the line.",
  },
  SCRIPT_SANDBOX_UNAVAILABLE: {
    means: "The runner could not prove its sandbox, so it runs no scripts. No downtime.",
    remedy: "Install bubblewrap; the runner's log names the canary that escaped.",
  },
};

export const PHASES: Readonly<Record<CheckPhase, string>> = {
  dns: "The name is being resolved.",
  connect: "A TCP connection is being opened.",
  tls: "The TLS handshake is under way.",
  request: "The request is being sent.",
  headers: "The request is sent, and the answer's headers are awaited.",
  body: "The headers came, and the body is being read.",
  assertion: "The answer is complete, and the assertions are evaluated.",
};

export const TLS: Readonly<Record<TlsReason, Meaning>> = {
  expired: {
    means: "The certificate's last day is over.",
    remedy: "Renew it, and see why that did not happen.",
  },
  not_yet_valid: {
    means: "The certificate's first day is still to come.",
    remedy: "Check the clocks of both machines, or wait.",
  },
  self_signed: {
    means: "The certificate vouches for itself.",
    remedy: "Get one from an authority, or set `verify_tls` to false.",
  },
  unknown_issuer: {
    means: "No known authority stands behind the certificate; often the intermediate one is not sent.",
    remedy: "Serve the full chain.",
  },
  wrong_host: {
    means: "The certificate is for other names than the one in the URL.",
    remedy: "Get one that includes the name, or mend what the name points to.",
  },
  weak: {
    means: "The key, the signature or the protocol is too weak for today.",
    remedy: "Offer TLS 1.2 or newer with a current certificate.",
  },
  handshake: {
    means: "The handshake failed otherwise; often the port speaks no TLS.",
    remedy: "Look at the message, the port and the scheme of the URL.",
  },
};
