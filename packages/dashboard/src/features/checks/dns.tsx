import { t } from "../../language/t.ts";
import { IP_FAMILY, KEEP_BODY } from "./common-fields.ts";
import { type FormField, fieldsView } from "./fields-view.tsx";

/** A test compares it with the contract. */
const RECORDS = "A AAAA CAA CNAME DNSKEY DS HTTPS MX NAPTR NS PTR SOA SRV SVCB TLSA TXT";

const TRANSPORTS = [
  { value: "udp", label: "UDP" },
  { value: "tcp", label: "TCP" },
  { value: "tls", label: "TLS (DoT)" },
  { value: "https", label: "HTTPS (DoH)" },
];

export const dnsFields: readonly FormField[] = [
  { name: "host", label: t("Name"), kind: "text", placeholder: "shop.example", isMain: true },
  {
    name: "record",
    label: t("Record"),
    kind: "select",
    options: RECORDS.split(" ").map((value) => ({ value, label: value })),
    initial: "A",
    isMain: true,
  },
  {
    name: "server",
    label: t("DNS servers"),
    kind: "list",
    hint: t("Up to 5; all must give the same answer. Leave blank for the runner's resolver."),
    placeholder: "ns1.example, 192.0.2.53",
  },
  {
    name: "port",
    label: t("Port"),
    kind: "number",
    hint: t("Leave blank for 53, 853 with TLS, or 443 with HTTPS."),
  },
  { name: "transport", label: t("Transport"), kind: "select", options: TRANSPORTS, initial: "udp" },
  {
    name: "expect",
    label: t("Changed records"),
    kind: "select",
    options: [
      { value: "", label: t("Not compared") },
      { value: "unchanged", label: t("Down until they are accepted") },
    ],
  },
  {
    name: "dnssec",
    label: "DNSSEC",
    kind: "select",
    options: [
      { value: "ignore", label: t("Not required") },
      { value: "require", label: t("Require a validated answer") },
    ],
    initial: "ignore",
  },
  IP_FAMILY,
  KEEP_BODY,
  {
    name: "recursion",
    label: t("Recursive query"),
    kind: "switch",
    hint: t("Turn off to ask an authoritative server."),
    initial: true,
  },
];

export const dnsView = fieldsView(dnsFields, {
  withoutAssertions: t("None: an answer with at least one record is up."),
  toAddress: ({ host, record }) => `${host} ${record}`,
});
