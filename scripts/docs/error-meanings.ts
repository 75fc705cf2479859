import type {
  CheckErrorCode,
  CheckPhase,
  TlsReason,
} from "../../packages/contract/src/checks/check-errors.ts";
import type { ErrorCode } from "../../packages/contract/src/common/errors.ts";
import type { OwnRunErrorCode } from "../../packages/contract/src/runs/run-errors.ts";

/**
 * The meaning of every error code and its remedy, for docs/reference/errors.md. The types make each table complete: a new
 * code in the contract does not compile without an entry here.
 */
type Meaning = { means: string; remedy: string };

export const API_ERRORS: Readonly<Record<ErrorCode, Meaning>> = {
  BAD_REQUEST: {
    means: "The request is invalid; `details` has one entry per invalid field.",
    remedy: "Correct the problem in the message. Retrying the same request fails again.",
  },
  UNAUTHORIZED: {
    means: "The API key is missing, unknown, revoked or expired.",
    remedy: "Send `Authorization: Bearer <API_KEY>`; `vedette keys create` creates a new key.",
  },
  FORBIDDEN: {
    means: "The key is valid, but its scope or organization does not allow the request.",
    remedy: "Use a key with the scope in the message.",
  },
  NOT_FOUND: {
    means:
      "No resource with that ID or path exists in the organization of the key; IDs of other organizations are indistinguishable from unknown ones.",
    remedy: "Check the ID and the organization of the key.",
  },
  METHOD_NOT_ALLOWED: {
    means: "The path does not support this method.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  PLAN_STALE: {
    means:
      "The project, or a resource that the plan changes, was changed since the plan was made; or the plan expired.",
    remedy: "Make a plan again, review it, and apply that one.",
  },
  APPLY_RUNNING: {
    means: "Another apply of the same project is in progress.",
    remedy: "Wait until it is finished, then make a plan again.",
  },
  MANAGED_BY_CODE: {
    means:
      "The resource belongs to a project of monitoring as code, and the organization refuses changes by hand.",
    remedy: "Change it in the document of the project, or set `managed_edits` of the organization to `warn`.",
  },
  PRECONDITION_FAILED: {
    means: "The resource was changed since the version in `If-Match`.",
    remedy: "Get the resource again, apply the change to it, and send its new `ETag` as `If-Match`.",
  },
  PAYLOAD_TOO_LARGE: {
    means: "The body exceeds 1 MiB, or the headers exceed 16 KiB.",
    remedy: "Send a smaller request.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    means: "The content type of the body is not JSON.",
    remedy: "Send `Content-Type: application/json`.",
  },
  TOO_MANY_REQUESTS: {
    means: "A limit was reached: requests of this key or address, or open event streams.",
    remedy: "Wait for the number of seconds in `Retry-After`. The operator can raise the request limits.",
  },
  INTERNAL_SERVER_ERROR: {
    means: "An internal error of Vedette.",
    remedy: "Try again. If the error persists, search the log for the request ID in the message.",
  },
  SERVICE_UNAVAILABLE: {
    means: "A required component is temporarily unavailable: the database, a runner, or the deadline passed.",
    remedy: "Try again after `Retry-After`. `/readyz` reports what is unavailable.",
  },
};

export const CHECK_ERRORS: Readonly<Record<CheckErrorCode, Meaning>> = {
  DNS_FAILED: {
    means:
      "The host name did not resolve: it does not exist, the name servers failed, or the lookup took more than 5 s.",
    remedy: "Check the name in the URL, its DNS records, and the resolver of the runner.",
  },
  CONNECT_REFUSED: {
    means: "The host is reachable, but nothing listens on that port.",
    remedy: "Check that the service is running and listens on this address, not only on loopback.",
  },
  CONNECT_TIMEOUT: {
    means: "The connection timed out, or a router reported the address as unreachable.",
    remedy: "Check the route, the firewall, and that the host is running.",
  },
  TLS_INVALID: {
    means: "The certificate or the handshake was rejected; `reason` contains the cause.",
    remedy: "Fix the reason listed below, or set `verify_tls` to false if that is intended.",
  },
  TIMEOUT: {
    means:
      "The connection was established, but the response was not complete within the `timeout` of the monitor.",
    remedy: "`phase` shows where the time was spent; investigate it, or raise `timeout`.",
  },
  CONNECTION_RESET: {
    means: "The server closed the connection before the response was complete.",
    remedy: "Check the log of the server, or of the proxy or load balancer in front of it.",
  },
  TOO_MANY_REDIRECTS: {
    means: "More consecutive redirects than `max_redirects`.",
    remedy: "Look for a redirect loop, often between http and https or two host names.",
  },
  BODY_TOO_LARGE: {
    means: "An assertion requires the body, which exceeds 1 MiB when decoded.",
    remedy: "Check a smaller page, or remove the assertions on `body` and `json_path`.",
  },
  PROTOCOL_ERROR: {
    means: "The response is not valid in the protocol of the monitor, or its encoding cannot be decoded.",
    remedy: "See the message; often another service listens on that port.",
  },
  ADDRESS_BLOCKED: {
    means: "The egress policy of this server blocks that address.",
    remedy: "The message names the setting; an operator can add the address to `VEDETTE_EGRESS_ALLOW`.",
  },
  ASSERTION_FAILED: {
    means:
      "The target responded, but at least one assertion failed; without assertions, the status is not 200 to 399.",
    remedy: "See `actual` in the result's `assertions`.",
  },
  AUTH_FAILED: {
    means:
      "The check could not authenticate: the token endpoint returned no access token, or the client certificate and its key cannot be used. It carries no information about the target.",
    remedy:
      "The message has the response of the token endpoint or the error of the certificate; check `auth` of the monitor.",
  },
  SUPPLIER_DOWN: {
    means: "The status page of the supplier reports an outage; the message names the open incidents.",
    remedy: "See the page of the supplier.",
  },
  STATUS_PAGE_FAILED: {
    means:
      "The status page of the supplier was not reached, is in no format that is supported, or has no such component. It carries no information about the service of the supplier.",
    remedy: "See the message; check `url` and `component` of the monitor.",
  },
  DOMAIN_EXPIRED: {
    means: "The registration of the domain has expired.",
    remedy: "Renew it at the registrar at once: after a grace period the registry deletes it.",
  },
  DOMAIN_STATUS: {
    means:
      "The registry reports a status with which the domain does not resolve or is about to be deleted, such as `client hold` or `pending delete`.",
    remedy: "Ask the registrar; often an invoice or the confirmation of an email address is open.",
  },
  DOMAIN_NOT_FOUND: {
    means: "The registry does not know the domain.",
    remedy: "Check its spelling in `host`; if it is right, register the domain again.",
  },
  RDAP_FAILED: {
    means:
      "The registry was not reached, limits requests, or gave no valid answer, and nothing newer than a week is known. It carries no information about the domain.",
    remedy: "Wait: lookups are repeated. The operator can check that the server reaches the RDAP service.",
  },
  RDAP_UNSUPPORTED: {
    means: "The registry of the top-level domain has no RDAP service, or the operator switched lookups off.",
    remedy: "Watch the domain at its registrar; `VEDETTE_RDAP_BOOTSTRAP` switches lookups on.",
  },
  MEMBERS_DOWN: {
    means: "Members of a composite monitor are down: as many as its `rollup` needs.",
    remedy: "The message names members that are down; see their results.",
  },
  NO_MEMBERS: {
    means:
      "No member of a composite monitor is up, degraded or down: the selector selects nothing, or all members are paused, in maintenance, unknown or not checked yet.",
    remedy: "Change `selector`, or wait for the members.",
  },
  SET_DOWN: {
    means: "A person or the API set the status of a manual monitor to down; the message is the reason.",
    remedy: "Set another status: on the page of the monitor, or `POST /api/v1/monitors/{id}/status`.",
  },
  PORT_OPEN: {
    means: "The port accepts connections, and the monitor expects it to be closed (`expect_closed`).",
    remedy: "Close the port or the firewall rule; turn `expect_closed` off if the port should be open.",
  },
  RECORDS_CHANGED: {
    means: "The DNS records differ from the accepted ones (`expect`: `unchanged`).",
    remedy:
      "If the change is intended, accept it: the button on the page of the monitor, or `POST /api/v1/monitors/{id}/accept`. Otherwise restore the records.",
  },
  PROXY_FAILED: {
    means:
      "The proxy of the monitor is unreachable, refused the connection, or rejected the credentials. It carries no information about the target.",
    remedy: "Check `proxy` of the monitor, and the log of the proxy.",
  },
  PING_UNAVAILABLE: {
    means:
      "The runner has no `ping` program, or may not send pings. It carries no information about the target.",
    remedy:
      'Install `iputils-ping` on the runner, or allow pings with the sysctl `net.ipv4.ping_group_range` = "0 2147483647".',
  },
  LOGIN_FAILED: {
    means:
      "The service refused the user or the password of the monitor. The attempt is not repeated, because servers lock users after several failures.",
    remedy: "Compare `user` and `password` with the service, and the value of the secret variable.",
  },
  SERVICE_ERROR: {
    means:
      "The service answered with an error: it is starting or overloaded, or it rejects the query, database or object of the monitor.",
    remedy: "Read the answer in the message, then correct the service or the monitor.",
  },
  HEARTBEAT_MISSED: {
    means: "No ping arrived within the grace time of the heartbeat.",
    remedy:
      "Check that the job ran, and that it can reach this server. Raise `grace_seconds` if it only takes longer.",
  },
  HEARTBEAT_FAILED: {
    means: "The job reported a failure: `/fail`, an exit code other than 0, or a word of the filters.",
    remedy: "The body of the ping often contains the output of the job.",
  },
  HEARTBEAT_TOO_LONG: {
    means: "A run reported its start, and not its end within `max_runtime_seconds`.",
    remedy: "Check whether the job is still running. Raise `max_runtime_seconds` if it may take that long.",
  },
  ASSERTION_TOO_COSTLY: {
    means:
      "Evaluating a JSONPath or a pattern on this response exceeds the limit: about 50 ms for all paths, and 20 Mi of instructions × characters for a pattern. It carries no information about the target.",
    remedy:
      "Name each member of the path (`$.data.items[0].id`) instead of repeating `..` or nesting filters, use a shorter pattern, or request a smaller response.",
  },
};

export const RUN_ERRORS: Readonly<Record<OwnRunErrorCode, Meaning>> = {
  UNKNOWN_VARIABLE: {
    means:
      "A text references a variable that no step extracted and that neither the target nor the organization has.",
    remedy: "Create the variable, or extract it in an earlier step.",
  },
  INVALID_REQUEST: {
    means: "The request cannot be sent with its variables resolved.",
    remedy: "The message names the field; check the value of its variable.",
  },
  EXTRACTION_FAILED: {
    means: "The expression of an extraction matched nothing in the response.",
    remedy: "Compare the expression with the response of the step.",
  },
  NO_STEPS: {
    means: "The journey has no steps and no script.",
    remedy: "Give the journey steps or a script.",
  },
  CANCELLED: {
    means:
      "During the run, its target was deleted or disabled, or the monthly runs of the plan were used up.",
    remedy: "No action is required; enable the target or change the plan to run it again.",
  },
  RUNNER_LOST: {
    means: "The runner did not report before the deadline of the run. Does not count as downtime.",
    remedy: "See the log of the runner; usually the process was killed or ran out of memory.",
  },
  NO_RUNNER: {
    means: "No runner accepted the run within ten minutes. Does not count as downtime.",
    remedy: "Start a runner at the location, or increase the capacity of the existing one.",
  },
  SECRET_UNAVAILABLE: {
    means: "A secret of the run cannot be decrypted. Does not count as downtime.",
    remedy: "See the log of the server; usually the master key was changed.",
  },
  INTERNAL: {
    means: "An internal error of the runner. Does not count as downtime.",
    remedy: "See the log of the runner.",
  },
  STEP_FAILED: {
    means: "The page did not meet the expectation of the step.",
    remedy: "The message contains the expected and the actual value; see the screenshot.",
  },
  NAVIGATION_FAILED: {
    means: "The page could not be loaded.",
    remedy: "The message names the cause; see also the failed requests of the step.",
  },
  ELEMENT_NOT_FOUND: {
    means: "No element matched the selector in time.",
    remedy: "The message lists elements of the page; see the screenshot.",
  },
  VISUAL_DIFFERENCE: {
    means: "The page differs from its baseline by more than the step allows.",
    remedy: "Review the difference; accept the new screenshot if the change is intended.",
  },
  BROWSER_CRASHED: {
    means: "The browser exited during the run. Does not count as downtime.",
    remedy: "Usually a lack of memory; see the log of the runner.",
  },
  SCRIPT_FAILED: {
    means: "The script failed outside of its steps.",
    remedy: "See the line in the message.",
  },
  SCRIPT_SANDBOX_UNAVAILABLE: {
    means:
      "The sandbox of the runner failed its self-test, so it runs no scripts. Does not count as downtime.",
    remedy: "Install bubblewrap; the log of the runner names the failed test.",
  },
};

export const PHASES: Readonly<Record<CheckPhase, string>> = {
  auth: "Getting an access token, or loading the client certificate.",
  proxy: "Connecting to the proxy.",
  dns: "Resolving the host name.",
  connect: "Opening the TCP connection.",
  tls: "Performing the TLS handshake.",
  request: "Sending the request.",
  headers: "Waiting for the response headers, or for the first response in another protocol.",
  body: "Reading the response body.",
  assertion: "Evaluating the assertions.",
};

export const TLS: Readonly<Record<TlsReason, Meaning>> = {
  expired: {
    means: "The certificate has expired.",
    remedy: "Renew it, and check why it was not renewed automatically.",
  },
  not_yet_valid: {
    means: "The certificate is not valid yet.",
    remedy: "Check the clocks of both machines, or wait.",
  },
  self_signed: {
    means: "The certificate is self-signed.",
    remedy: "Use a certificate of a trusted CA, or set `verify_tls` to false.",
  },
  unknown_issuer: {
    means:
      "The certificate was not issued by a trusted CA; often the server does not send the intermediate certificate.",
    remedy: "Serve the full certificate chain.",
  },
  wrong_host: {
    means: "The certificate is not valid for the host name in the URL.",
    remedy: "Use a certificate that includes the name, or correct the DNS record of the name.",
  },
  revoked: {
    means:
      "The certificate was revoked, says the OCSP response that the server stapled (monitors of type `tls`).",
    remedy: "Replace the certificate and its key.",
  },
  weak: {
    means: "The key, the signature or the protocol is too weak.",
    remedy: "Offer TLS 1.2 or newer with a current certificate.",
  },
  handshake: {
    means: "The handshake failed for another reason; often the port does not use TLS.",
    remedy: "Check the message, the port and the scheme of the URL.",
  },
};
