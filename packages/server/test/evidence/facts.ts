import type { AddressFacts, HandshakeFacts } from "@vedette/contract/evidence/address-facts.ts";
import type { DnsAnswerFacts } from "@vedette/contract/evidence/dns-facts.ts";
import type { EvidenceFacts } from "@vedette/contract/evidence/evidence-facts.ts";
import type { ResponseFacts } from "@vedette/contract/evidence/response-facts.ts";
import type { CheckFacts, CollectedFacts, VantageFacts } from "@vedette/contract/evidence/vantage-facts.ts";

/** Facts for tests, of a target that works unless a change says otherwise. */

export const NOTHING_COLLECTED: CollectedFacts = {
  duration_ms: 1,
  check: null,
  dns: null,
  addresses: [],
  addresses_found: 0,
  path: null,
  canaries: null,
  incomplete: [],
};

export function responseFacts(change: Partial<ResponseFacts> = {}): ResponseFacts {
  return {
    ...{ at: null, address: "203.0.113.7", status_code: 200, headers: { server: "nginx" }, body: "ok" },
    ...{ is_body_cut: false, body_sha256: "0".repeat(64), body_bytes: 2, ttfb_ms: 20, download_ms: 1 },
    ...{ error: null },
    ...change,
  };
}

export function handshakeFacts(change: Partial<HandshakeFacts> = {}): HandshakeFacts {
  const certificate = {
    ...{ subject: "CN=shop.example.com", issuer: "CN=R3, O=Let's Encrypt", names: ["shop.example.com"] },
    ...{ valid_from: "Oct  1 00:00:00 2026 GMT", valid_to: "Dec 30 00:00:00 2026 GMT" },
    fingerprint_sha256: "AA:BB",
  };
  return {
    ...{ sni: "shop.example.com", protocol: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256" },
    ...{ duration_ms: 30, chain: [certificate], error: null },
    ...change,
  };
}

export function addressFacts(change: Partial<AddressFacts> = {}): AddressFacts {
  const address = change.address ?? "203.0.113.7";
  return {
    ...{ address, family: address.includes(":") ? 6 : 4, sources: ["system"], port: 443, blocked: null },
    ...{ connect_ms: 10, error: null, tls: handshakeFacts(), response: responseFacts({ address }) },
    ...change,
  };
}

/** An address that does not accept connections. */
export function closedAddress(code: string, change: Partial<AddressFacts> = {}): AddressFacts {
  const error = { code, message: `failed with ${code}` };
  return addressFacts({ connect_ms: null, error, tls: null, response: null, ...change });
}

export function dnsAnswer(change: Partial<DnsAnswerFacts> = {}): DnsAnswerFacts {
  return {
    ...{ resolver: "system", server: null, address: "10.0.0.53", record: "A", rcode: "NOERROR" },
    ...{ records: [{ type: "A", value: "203.0.113.7", ttl: 300 }], is_authenticated: false },
    ...{ is_authoritative: false, duration_ms: 3, error: null },
    ...change,
  };
}

export function checkFacts(change: Partial<CheckFacts> = {}): CheckFacts {
  return {
    ...{ status: "up", error: null, failed_assertion: null, response_ms: 60, address: "203.0.113.7" },
    response: responseFacts(),
    ...change,
  };
}

export function downCheck(
  error: Partial<NonNullable<CheckFacts["error"]>> & Pick<NonNullable<CheckFacts["error"]>, "code" | "phase">,
  change: Partial<CheckFacts> = {},
): CheckFacts {
  const full = { message: `failed with ${error.code}`, reason: null, ...error };
  return checkFacts({ status: "down", error: full, response: null, ...change });
}

export function vantageFacts(change: Partial<VantageFacts> = {}): VantageFacts {
  return {
    ...NOTHING_COLLECTED,
    ...{ location: "home", runner: "nas", collected_at: "2026-11-27T10:00:00.000Z", saw: "down" },
    ...{ check: checkFacts(), canaries: "responding", addresses: [addressFacts()], addresses_found: 1 },
    dns: {
      ...{ name: "shop.example.com", zone: "example.com", nameserver_error: null },
      lookup: { addresses: ["203.0.113.7"], duration_ms: 4, error: null },
      answers: [
        dnsAnswer(),
        dnsAnswer({ resolver: "authoritative", server: "ns1.example.com", is_authoritative: true }),
        dnsAnswer({ resolver: "authoritative", server: "ns2.example.com", is_authoritative: true }),
      ],
    },
    ...change,
  };
}

export function evidenceFacts(
  vantages: readonly VantageFacts[],
  change: Partial<Omit<EvidenceFacts, "vantages">> = {},
): EvidenceFacts {
  return {
    target: { host: "shop.example.com", port: 443, kind: "url", step: null },
    vantages: [...vantages],
    ...{ not_collected: [], last_good: null, first_bad: null },
    ...change,
  };
}
