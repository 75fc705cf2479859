import type { MonitorType } from "./check-labels.ts";
import type { CheckView } from "./check-view.ts";
import { compositeView } from "./computed/composite.tsx";
import { domainView } from "./computed/domain.ts";
import { manualView } from "./computed/manual.tsx";
import { dnsView } from "./dns.tsx";
import { grpcView } from "./grpc.tsx";
import { pingView } from "./ping.tsx";
import { dockerView } from "./services/docker.ts";
import { imapView } from "./services/imap.ts";
import { ldapView } from "./services/ldap.ts";
import { mqttView } from "./services/mqtt.ts";
import { mysqlView } from "./services/mysql.ts";
import { ntpView } from "./services/ntp.ts";
import { pop3View } from "./services/pop3.ts";
import { postgresView } from "./services/postgres.ts";
import { rabbitmqView } from "./services/rabbitmq.ts";
import { redisView } from "./services/redis.ts";
import { smtpView } from "./services/smtp.ts";
import { snmpView } from "./services/snmp.ts";
import { sshView } from "./services/ssh.ts";
import { supplierStatusView } from "./services/supplier-status.ts";
import { tcpView } from "./tcp.tsx";
import { tlsView } from "./tls.tsx";
import { udpView } from "./udp.tsx";
import { urlView } from "./url/url.tsx";
import { websocketView } from "./websocket.tsx";

/** All check kinds, by the type of a monitor. */
const CHECK_VIEWS = {
  url: urlView,
  tcp: tcpView,
  tls: tlsView,
  dns: dnsView,
  udp: udpView,
  ping: pingView,
  grpc: grpcView,
  websocket: websocketView,
  redis: redisView,
  smtp: smtpView,
  imap: imapView,
  pop3: pop3View,
  postgres: postgresView,
  mysql: mysqlView,
  mqtt: mqttView,
  ssh: sshView,
  ldap: ldapView,
  ntp: ntpView,
  rabbitmq: rabbitmqView,
  docker: dockerView,
  snmp: snmpView,
  supplier_status: supplierStatusView,
  domain: domainView,
  composite: compositeView,
  manual: manualView,
} satisfies Record<MonitorType, unknown>;

/** Returns the view of a kind. Its draft is only passed between its own functions. */
export function checkView(type: MonitorType): CheckView<object> {
  return CHECK_VIEWS[type] as unknown as CheckView<object>;
}
