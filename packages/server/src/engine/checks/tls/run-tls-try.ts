import type { X509Certificate } from "node:crypto";
import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { inspectTls, type TlsInspection } from "../../../platform/net/probes/inspect-tls.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { type Probe, runProbe } from "../probe.ts";
import type { ProbeFacts } from "../probe-model.ts";
import { startTls } from "./start-tls.ts";

/** Makes one TLS handshake, after STARTTLS if the protocol has one, and judges the certificate. */
export function runTlsTry(spec: CheckSpecOf<"tls">, ctx: CheckContext): Promise<CheckTry> {
  const { host, port, ipFamily } = spec;
  return runProbe(spec, ctx, (probe) =>
    probe.connect({ host, port, tls: null, ...(ipFamily && { ipFamily }) }, (socket) => {
      probe.enter("tls");
      if (spec.startTls === undefined) inspect(spec, probe, socket);
      else startTls(spec.startTls, { probe, socket, host, onReady: () => inspect(spec, probe, socket) });
    }),
  );
}

type Socket = Parameters<typeof inspectTls>[1];

function inspect(spec: CheckSpecOf<"tls">, probe: Probe, socket: Socket): void {
  const { servername = spec.host, verifyTls: verify, auth } = spec;
  const host = servername.startsWith("[") ? servername.slice(1, -1) : servername;
  const target = { host, verify, nowMs: probe.ctx.clock.now(), ...(auth && { identity: auth }) };
  inspectTls(probe.ctx.egress.tls, socket, {
    target,
    handler: {
      onInspected(inspection) {
        probe.mark("tlsUs");
        probe.tls = inspection.facts;
        const facts = factsOf(inspection);
        if (verify && inspection.problem !== null) probe.fail(inspection.problem, facts);
        else probe.pass(facts);
      },
      onFailure: (failure) => probe.failNet(failure),
    },
  });
}

function factsOf(inspection: TlsInspection): ProbeFacts {
  const [leaf] = inspection.chain;
  const version = /^TLSv(\d(?:\.\d)?)$/.exec(inspection.facts.protocol ?? "")?.[1];
  return {
    text: inspection.chain.map(String).join(""),
    values: {
      ...(leaf && certificateValues(leaf)),
      tls_version: version === undefined ? null : Number(version),
      cipher: inspection.cipher,
      chain_complete: inspection.isChainComplete,
      hostname_ok: inspection.isHostNameOk,
      ocsp_stapled: inspection.staple.status !== "none",
      ocsp_status: inspection.staple.status,
    },
  };
}

function certificateValues(leaf: X509Certificate): NonNullable<ProbeFacts["values"]> {
  const { asymmetricKeyType, asymmetricKeyDetails: details } = leaf.publicKey;
  return {
    issuer_cn: commonName(leaf.issuer),
    subject_cn: commonName(leaf.subject),
    san: alternativeNames(leaf.subjectAltName),
    key_type: asymmetricKeyType ?? null,
    key_bits: details?.modulusLength ?? CURVE_BITS[details?.namedCurve ?? asymmetricKeyType ?? ""] ?? null,
    signature_algorithm: leaf.signatureAlgorithm ?? null,
    fingerprint_sha256: leaf.fingerprint256,
    self_signed: leaf.issuer === leaf.subject && leaf.checkIssued(leaf),
  };
}

const CURVE_BITS: Readonly<Record<string, number>> = {
  prime256v1: 256,
  secp256k1: 256,
  secp384r1: 384,
  secp521r1: 521,
  ed25519: 256,
  ed448: 448,
};

/** Node prints a name with one attribute a line. */
function commonName(name: string): string | null {
  return /^CN=(.*)$/m.exec(name)?.[1] ?? null;
}

/** A name that Node quotes, because it contains a comma, stays as it is. */
function alternativeNames(text: string | undefined): string[] {
  if (text === undefined) return [];
  return text.split(", ").map((name) => name.replace(/^(?:DNS|IP Address|email|URI):/, ""));
}
