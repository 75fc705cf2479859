import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { t } from "../../language/t.ts";

/** The names of check kinds. Apart from their views, because lists and the first page of an installation need them. */

export type MonitorType = Monitor["type"];

type CheckLabels = {
  /** In lists and filters. */
  label: string;
  /** In the form, where the user selects the kind. */
  formLabel: string;
};

/** All check kinds, by group, in the order of the form. */
const GROUPS = {
  Web: {
    url: { label: "HTTP", formLabel: t("Website or HTTP endpoint") },
    websocket: { label: "WebSocket", formLabel: "WebSocket" },
    grpc: { label: "gRPC", formLabel: t("gRPC health") },
  },
  Network: {
    tcp: { label: "TCP", formLabel: t("TCP port") },
    udp: { label: "UDP", formLabel: t("UDP port") },
    ping: { label: t("Ping"), formLabel: t("Ping (ICMP)") },
    dns: { label: "DNS", formLabel: t("DNS record") },
    tls: { label: "TLS", formLabel: t("TLS certificate") },
    ssh: { label: "SSH", formLabel: t("SSH server") },
    ntp: { label: "NTP", formLabel: t("Time server (NTP)") },
    domain: { label: t("Domain"), formLabel: t("Domain registration") },
  },
  Databases: {
    redis: { label: "Redis", formLabel: t("Redis or Valkey") },
    postgres: { label: "PostgreSQL", formLabel: "PostgreSQL" },
    mysql: { label: "MySQL", formLabel: t("MySQL or MariaDB") },
  },
  Mail: {
    smtp: { label: "SMTP", formLabel: t("SMTP server") },
    imap: { label: "IMAP", formLabel: t("IMAP server") },
    pop3: { label: "POP3", formLabel: t("POP3 server") },
  },
  Messaging: {
    mqtt: { label: "MQTT", formLabel: t("MQTT broker") },
    rabbitmq: { label: "RabbitMQ", formLabel: t("RabbitMQ health") },
  },
  Infrastructure: {
    ldap: { label: "LDAP", formLabel: t("LDAP directory") },
    docker: { label: t("Container"), formLabel: t("Docker or Podman container") },
    snmp: { label: "SNMP", formLabel: t("SNMP value") },
  },
  Status: {
    supplier_status: { label: t("Supplier"), formLabel: t("Status page of a supplier") },
    composite: { label: t("Composite"), formLabel: t("Composite of other targets") },
    manual: { label: t("Manual"), formLabel: t("Manual status") },
  },
} satisfies Record<string, Partial<Record<MonitorType, CheckLabels>>>;

export const CHECK_GROUPS: readonly { label: string; types: readonly MonitorType[] }[] = Object.entries(
  GROUPS,
).map(([label, types]) => ({ label, types: Object.keys(types) as MonitorType[] }));

export const MONITOR_TYPES: readonly MonitorType[] = CHECK_GROUPS.flatMap(({ types }) => types);

const LABELS: ReadonlyMap<string, CheckLabels> = new Map(
  Object.values(GROUPS).flatMap((types) => Object.entries<CheckLabels>(types)),
);

export function checkLabels(type: MonitorType): CheckLabels {
  return LABELS.get(type) ?? { label: type, formLabel: type };
}
