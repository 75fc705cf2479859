import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import { t } from "../../../language/t.ts";
import { HOST, IP_FAMILY, KEEP_BODY, PASSWORD, portOf, TLS, USER, VERIFY_TLS } from "../common-fields.ts";
import { type FormField, fieldsView } from "../fields-view.tsx";

const PORTS = { plain: 15_672, tls: 15_671 };

export const rabbitmqFields: readonly FormField[] = [
  { ...HOST, placeholder: "rabbit.example" },
  portOf(t("{plain}, {tls} with TLS", { plain: PORTS.plain, tls: PORTS.tls })),
  USER,
  PASSWORD,
  {
    name: "health_check",
    label: t("Health check"),
    kind: "select",
    options: [
      { value: "alarms", label: t("No alarms in the cluster") },
      { value: "local-alarms", label: t("No alarms on this node") },
      { value: "virtual-hosts", label: t("All virtual hosts run") },
      { value: "node-is-quorum-critical", label: t("Queues keep their quorum without this node") },
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
  withoutAssertions: t("None: a health check that passes is up."),
  toAddress: ({ host, port, tls }) => hostAndPort(host, port ?? (tls ? PORTS.tls : PORTS.plain)),
});
