import type { AddressFacts, EvidenceCertificate } from "@vedette/contract/evidence/address-facts.ts";
import type { DnsAnswerFacts } from "@vedette/contract/evidence/dns-facts.ts";
import type { CanaryState, VantageFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import { responseText } from "../../format.ts";
import { serverText } from "../../language/server-texts/server-text.ts";
import { t } from "../../language/t.ts";
import { type EvidenceCell, type EvidenceRow, errorText, textCell, withFacts } from "./evidence-row.ts";

/** What the locations found, as rows with a cell for each location. */

type Vantages = readonly VantageFacts[];

const CANARY_TEXTS: Record<CanaryState, string> = {
  responding: t("The runner reaches its canaries"),
  silent: t("The runner reaches none of its canaries"),
  not_configured: t("The runner has no canaries"),
};

export function checkRows(vantages: Vantages): EvidenceRow[] {
  return withFacts([
    { label: t("The same check again"), cells: vantages.map(({ check }) => check && checkCell(check)) },
    { label: t("Runner"), cells: vantages.map(({ runner }) => textCell(runner)), isNeverMarked: true },
    {
      label: t("Network of the runner"),
      cells: vantages.map(({ canaries }) => textCell(canaries && CANARY_TEXTS[canaries])),
    },
    {
      label: t("Not complete"),
      cells: vantages.map(({ incomplete }) =>
        textCell(incomplete.length === 0 ? null : incomplete.join(", ")),
      ),
      isNeverMarked: true,
    },
  ]);
}

function checkCell({ status, error, response_ms: ms }: NonNullable<VantageFacts["check"]>): EvidenceCell {
  if (error !== null) return { text: errorText(error), compared: error.code };
  return { text: t("{status} in {response}", { status, response: responseText(ms) }), compared: status };
}

export function dnsRows(vantages: Vantages): EvidenceRow[] {
  const lookup = {
    label: t("Operating system"),
    cells: vantages.map(({ dns }): EvidenceCell => {
      if (dns === null) return null;
      const { addresses, error, duration_ms: ms } = dns.lookup;
      const answer = error ?? addresses.toSorted().join("\n");
      return { text: `${answer}\n${responseText(ms)}`, compared: answer };
    }),
  };
  const answers = vantages.map(
    ({ dns }) => new Map((dns?.answers ?? []).map((each) => [labelOf(each), each])),
  );
  const labels = [...new Set(answers.flatMap((each) => [...each.keys()]))];
  return withFacts([
    lookup,
    ...labels.map((label) => ({
      label,
      cells: answers.map((each): EvidenceCell => {
        const answer = each.get(label);
        return answer === undefined ? null : answerCell(answer);
      }),
    })),
    { label: t("Name servers"), cells: vantages.map(({ dns }) => textCell(dns?.nameserver_error)) },
  ]);
}

const RESOLVER_LABELS = {
  system: t("Resolver of the runner"),
  authoritative: t("Name server"),
  public: t("Public resolver"),
};

function labelOf({ resolver, server, record }: DnsAnswerFacts): string {
  return `${server ?? RESOLVER_LABELS[resolver]} ${record}`;
}

function answerCell(answer: DnsAnswerFacts): EvidenceCell {
  const { rcode, records, error, duration_ms: ms } = answer;
  if (error !== null) return { text: error };
  const flags = [
    answer.is_authoritative ? t("authoritative") : null,
    answer.is_authenticated ? t("DNSSEC validated") : null,
  ].filter((flag) => flag !== null);
  const values = records.map(({ type, value, ttl }) => `${type} ${value}, TTL ${ttl} s`);
  const head = [rcode ?? t("no answer"), ...flags, responseText(ms)].join(" · ");
  return {
    text: [head, ...values].join("\n"),
    compared: [rcode, ...records.map(({ type, value }) => `${type} ${value}`).toSorted()].join("\n"),
  };
}

export function addressRows(vantages: Vantages): EvidenceRow[] {
  const byAddress = vantages.map(
    ({ addresses }) =>
      new Map(
        addresses.map((each) => [
          t("{address} port {port}", { address: each.address, port: each.port }),
          each,
        ]),
      ),
  );
  const labels = [...new Set(byAddress.flatMap((each) => [...each.keys()]))];
  return labels.map((label) => ({
    label,
    cells: byAddress.map((each): EvidenceCell => {
      const address = each.get(label);
      return address === undefined ? null : addressCell(address);
    }),
  }));
}

function addressCell({ blocked, error, connect_ms: ms, tls, response }: AddressFacts): EvidenceCell {
  if (blocked !== null) return { text: t("Not allowed: {blocked}", { blocked }) };
  if (error !== null) return { text: errorText(error), compared: error.code };
  const handshake = tls && (tls.error ? serverText(tls.error.message) : (tls.protocol ?? "TLS"));
  const answer =
    response &&
    (response.error
      ? serverText(response.error.message)
      : t("Status {code}", { code: response.status_code ?? "–" }));
  const lines = [t("Connected in {response}", { response: responseText(ms) }), handshake, answer].filter(
    (line) => line !== null,
  );
  const compared = [
    tls && (tls.error?.code ?? tls.protocol),
    response && (response.error?.code ?? response.status_code),
  ];
  return { text: lines.join("\n"), compared: compared.join(" ") };
}

/** The certificates of the first address of each location that presented one. */
export function certificateRows(vantages: Vantages): EvidenceRow[] {
  const handshakes = vantages.map(({ addresses }) =>
    addresses.map(({ tls }) => tls).find((tls) => tls !== null && tls.chain.length > 0),
  );
  const length = Math.max(0, ...handshakes.map((tls) => tls?.chain.length ?? 0));
  if (length === 0) return [];
  return withFacts([
    { label: t("Server name (SNI)"), cells: handshakes.map((tls) => textCell(tls?.sni)) },
    {
      label: t("Protocol"),
      cells: handshakes.map((tls) => textCell(tls && [tls.protocol, tls.cipher].filter(Boolean).join(", "))),
    },
    {
      label: t("Not accepted"),
      cells: handshakes.map((tls) => textCell(tls?.error && serverText(tls.error.message))),
    },
    ...Array.from({ length }, (_, index) => ({
      label: index === 0 ? t("Certificate of the server") : t("Issuer {index}", { index }),
      cells: handshakes.map((tls): EvidenceCell => {
        const certificate = tls?.chain[index];
        return certificate === undefined ? null : certificateCell(certificate);
      }),
    })),
  ]);
}

function certificateCell(certificate: EvidenceCertificate): EvidenceCell {
  const { subject, issuer, names, fingerprint_sha256: fingerprint } = certificate;
  const lines = [
    subject,
    t("Issued by {issuer}", { issuer }),
    ...(names.length === 0 ? [] : [t("For {join}", { join: names.join(", ") })]),
    t("Valid from {valid_from} to {valid_to}", {
      valid_from: certificate.valid_from,
      valid_to: certificate.valid_to,
    }),
    `SHA-256 ${fingerprint}`,
  ];
  return { text: lines.join("\n"), compared: fingerprint };
}

/** Hop by hop. Routes differ between locations, so nothing is marked. */
export function pathRows(vantages: Vantages): EvidenceRow[] {
  const length = Math.max(0, ...vantages.map(({ path }) => path?.hops.length ?? 0));
  const rows: EvidenceRow[] = Array.from({ length }, (_, index) => ({
    label: t("Hop {number}", { number: index + 1 }),
    cells: vantages.map(({ path }): EvidenceCell => {
      const hop = path?.hops[index];
      if (hop === undefined) return null;
      const hosts = hop.hosts.map(({ address, rtt_ms: ms }) =>
        ms === null ? address : `${address}, ${responseText(ms)}`,
      );
      return { text: hosts.join("\n") || t("no answer") };
    }),
    isNeverMarked: true,
  }));
  const pings = vantages.map(({ path }) =>
    (path?.pings ?? []).map(
      ({ bytes, sent, received, error }) =>
        `${bytes} bytes: ${received} of ${sent}${error === null ? "" : `, ${error}`}`,
    ),
  );
  return withFacts([
    ...rows,
    {
      label: t("Reached"),
      cells: vantages.map(({ path }) => textCell(path && reachedText(path))),
      isNeverMarked: true,
    },
    {
      label: t("Pings"),
      cells: pings.map((lines) => textCell(lines.length === 0 ? null : lines.join("\n"))),
    },
  ]);
}

function reachedText({
  tool,
  address,
  is_complete: isComplete,
  error,
}: NonNullable<VantageFacts["path"]>): string {
  if (tool === null) return t("Neither mtr nor traceroute is installed on the runner");
  if (error !== null) return serverText(error.message);
  return isComplete
    ? t("{address}, by {tool}", { address, tool })
    : t("Not {address}, by {tool}", { address, tool });
}
