import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import { HOST, IP_FAMILY, KEEP_BODY, PASSWORD, portOf, TLS, USER, VERIFY_TLS } from "../common-fields.ts";
import { type FormField, fieldsView } from "../fields-view.tsx";

const PORTS = { plain: 15_672, tls: 15_671 };

export const rabbitmqFields: readonly FormField[] = [
  { ...HOST, placeholder: "rabbit.example" },
  portOf(`${PORTS.plain}, ${PORTS.tls} with TLS`),
  USER,
  PASSWORD,
  {
    name: "health_check",
    label: "Health check",
    kind: "select",
    options: [
      { value: "alarms", label: "No alarms in the cluster" },
      { value: "local-alarms", label: "No alarms on this node" },
      { value: "virtual-hosts", label: "All virtual hosts run" },
      { value: "node-is-quorum-critical", label: "Queues keep their quorum without this node" },
    ],
    initial: "alarms",
    isMain: true,
  },
  IP_FAMILY,
  KEEP_BODY,
  TLS,
  VERIFY_TLS,
];

export const rabbitmqView = fieldsView(rabbitmqFields, {
  withoutAssertions: "None: a health check that passes is up.",
  toAddress: ({ host, port, tls }) => hostAndPort(host, port ?? (tls ? PORTS.tls : PORTS.plain)),
});
