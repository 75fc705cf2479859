import type { MonitorType } from "./check-labels.ts";
import type { CheckView } from "./check-view.ts";
import { compositeView } from "./computed/composite.tsx";
import { domainView } from "./computed/domain.ts";
import { manualView } from "./computed/manual.tsx";
import { dnsView } from "./dns.tsx";
import { grpcView } from "./grpc.tsx";
import { pingView } from "./ping.tsx";
import { supplierStatusView } from "./services/supplier-status.ts";
import { tcpView } from "./tcp.tsx";
import { tlsView } from "./tls.tsx";
import { udpView } from "./udp.tsx";
import { urlView } from "./url.tsx";
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
  supplier_status: supplierStatusView,
  domain: domainView,
  composite: compositeView,
  manual: manualView,
} satisfies Record<MonitorType, unknown>;

/** Returns the view of a kind. Its draft is only passed between its own functions. */
export function checkView(type: MonitorType): CheckView<object> {
  return CHECK_VIEWS[type] as unknown as CheckView<object>;
}
