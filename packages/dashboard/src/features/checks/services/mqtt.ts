import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import { t } from "../../../language/t.ts";
import {
  EXCHANGE,
  HOST,
  IP_FAMILY,
  KEEP_BODY,
  PASSWORD,
  portOf,
  TLS,
  USER,
  VERIFY_TLS,
} from "../common-fields.ts";
import { type FormField, fieldsView } from "../fields-view.tsx";

const PORTS = { plain: 1_883, tls: 8_883 };

export const mqttFields: readonly FormField[] = [
  { ...HOST, placeholder: "broker.example" },
  portOf(t("{plain}, {tls} with TLS", { plain: PORTS.plain, tls: PORTS.tls })),
  USER,
  PASSWORD,
  {
    name: "topic",
    label: t("Topic"),
    kind: "text",
    hint: t("Its next message must come in time. Wildcards + and #."),
    placeholder: "plant/line1/state",
  },
  ...EXCHANGE,
  IP_FAMILY,
  KEEP_BODY,
  TLS,
  VERIFY_TLS,
];

export const mqttView = fieldsView(mqttFields, {
  withoutAssertions: t("None: an accepted session is up, and the expected message if there is a topic."),
  toAddress: ({ host, port, tls }) => hostAndPort(host, port ?? (tls ? PORTS.tls : PORTS.plain)),
});
