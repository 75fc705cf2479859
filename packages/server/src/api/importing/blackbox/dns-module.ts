import { PATTERN_LENGTH_MAX } from "@vedette/contract/assertions/pattern-limits.ts";
import { type DocumentObject, listOf, objectOf, textOf } from "../document-value.ts";
import { ipFamily } from "./http-module.ts";
import { targetAddress } from "./probe-address.ts";

const READ = new Set([
  ...[
    "query_name",
    "query_type",
    "transport_protocol",
    "valid_rcodes",
    "validate_answer_rrs",
    "dns_over_tls",
  ],
  ...["recursion_desired", "preferred_ip_protocol", "ip_protocol_fallback", "tls_config"],
]);
/** A record as Blackbox has it: the data follows the class and the type. */
const RECORD_DATA = /(?:^|\\t|\t|\\s\+|\\s\*|\s|\.\*)IN(?:\\t|\t|\\s\+|\s)+[A-Z]+(?:\\t|\t|\\s\+|\s)+(.+)$/;

/** Returns the fields of a `dns` monitor. The target is the server. */
export function dnsFields(dns: DocumentObject, target: string, reasons: string[]): DocumentObject {
  for (const name of Object.keys(dns))
    if (!READ.has(name)) reasons.push(`The field '${name.slice(0, 100)}' has no counterpart.`);
  const { host, port } = targetAddress(target);
  const name = textOf(dns.query_name) ?? "";
  const codes = listOf(dns.valid_rcodes).flatMap((code) => textOf(code) ?? []);
  const isTcp = textOf(dns.transport_protocol) === "tcp";
  return {
    host: name === "." ? name : name.replace(/\.$/, ""),
    record: (textOf(dns.query_type) ?? "ANY").toUpperCase(),
    server: [host],
    ...(port !== undefined && { port }),
    transport: dns.dns_over_tls === true ? "tls" : isTcp ? "tcp" : "udp",
    recursion: dns.recursion_desired !== false,
    ...ipFamily(dns, reasons),
    assertions: [
      { type: "rcode", operator: "in", value: codes.length === 0 ? ["NOERROR"] : codes },
      ...answerAssertions(objectOf(dns.validate_answer_rrs), reasons),
    ],
  };
}

/** Only what must match has a counterpart, and only the data of a record is compared. */
function answerAssertions(validation: DocumentObject, reasons: string[]): unknown[] {
  return Object.entries(validation).flatMap(([name, patterns]) => {
    const isRequired = name === "fail_if_not_matches_regexp" || name === "fail_if_none_matches_regexp";
    return listOf(patterns).flatMap((pattern) => {
      const text = textOf(pattern) ?? "";
      const isTranslated = isRequired && text.length <= PATTERN_LENGTH_MAX;
      const data = isTranslated ? RECORD_DATA.exec(text)?.[1] : undefined;
      if (data === undefined) {
        reasons.push(`A pattern of '${name.slice(0, 100)}' has no counterpart.`);
        return [];
      }
      return [{ type: "answer", operator: "matches", value: data.replace(/\$$/, "") }];
    });
  });
}
