import type { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import type { EvidenceCertificate, HandshakeFacts } from "@vedette/contract/evidence/address-facts.ts";
import {
  EVIDENCE_CERTIFICATE_NAMES_MAX,
  EVIDENCE_CHAIN_MAX,
} from "@vedette/contract/evidence/evidence-limits.ts";
import { addressFamily } from "../../../platform/net/address.ts";
import { inspectTls, type TlsInspection } from "../../../platform/net/probes/inspect-tls.ts";
import type { CollectContext } from "../collect-context.ts";
import type { EvidenceEndpoint } from "../endpoint.ts";
import { factText } from "../fact-text.ts";

const HANDSHAKE_MS = 4_000;
const DATE_LENGTH_MAX = 40;
const CODE_LENGTH_MAX = 60;
const FINGERPRINT_LENGTH_MAX = 100;

/** Makes the TLS handshake on a connected socket, and closes it at its deadline. Never rejects. */
export function inspectHandshake(
  socket: Socket,
  { servername, verify }: NonNullable<EvidenceEndpoint["tls"]>,
  { ctx, signal }: { ctx: Pick<CollectContext, "egress" | "clock">; signal: AbortSignal },
): Promise<HandshakeFacts> {
  const startedMs = ctx.clock.monotonic();
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(HANDSHAKE_MS)]);
  const sni = addressFamily(servername) === null ? factText(servername) : null;
  const nothing = { sni, protocol: null, cipher: null, duration_ms: null, chain: [] };
  return new Promise((resolve) => {
    const settle = (facts: HandshakeFacts) => {
      deadline.removeEventListener("abort", onDeadline);
      resolve(facts);
    };
    const onDeadline = () => {
      socket.destroy();
      const seconds = Math.round((ctx.clock.monotonic() - startedMs) / 100) / 10;
      const message = `the handshake did not end within ${seconds} s`;
      settle({ ...nothing, error: { code: "ETIMEDOUT", message, reason: null } });
    };
    deadline.addEventListener("abort", onDeadline, { once: true });
    inspectTls(ctx.egress.tls, socket, {
      target: { host: servername, verify, nowMs: ctx.clock.now() },
      handler: {
        onInspected: (inspection) =>
          settle({ ...factsOf(inspection, verify), sni, duration_ms: ctx.clock.monotonic() - startedMs }),
        onFailure: ({ error, code }) =>
          settle({
            ...nothing,
            error: {
              code: factText(code ?? error.code, CODE_LENGTH_MAX),
              message: factText(error.message),
              reason: error.reason ?? null,
            },
          }),
      },
    });
    if (deadline.aborted) onDeadline();
  });
}

function factsOf(
  { facts, problem, chain, cipher }: TlsInspection,
  verify: boolean,
): Pick<HandshakeFacts, "protocol" | "cipher" | "chain" | "error"> {
  return {
    protocol: facts.protocol,
    cipher,
    chain: chain.slice(0, EVIDENCE_CHAIN_MAX).map(certificateOf),
    // A monitor that accepts any certificate does not fail because of it.
    error:
      problem === null || !verify
        ? null
        : { code: problem.code, message: factText(problem.message), reason: problem.reason ?? null },
  };
}

function certificateOf(certificate: X509Certificate): EvidenceCertificate {
  return {
    subject: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    names: (certificate.subjectAltName ?? "")
      .split(", ", EVIDENCE_CERTIFICATE_NAMES_MAX)
      .map((name) => factText(name.replace(/^DNS:/, "")))
      .filter((name) => name !== ""),
    valid_from: factText(certificate.validFrom, DATE_LENGTH_MAX),
    valid_to: factText(certificate.validTo, DATE_LENGTH_MAX),
    fingerprint_sha256: certificate.fingerprint256.slice(0, FINGERPRINT_LENGTH_MAX),
  };
}

/** Node prints a name with one attribute a line, and none for an empty one. */
function nameText(name: string | undefined): string {
  return factText((name ?? "").replaceAll("\n", ", "));
}
