import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import { t } from "../../language/t.ts";
import { EXCHANGE, HOST, IP_FAMILY, KEEP_BODY, portOf, TLS, VERIFY_TLS } from "./common-fields.ts";
import { type FormField, fieldsView } from "./fields-view.tsx";

export const tcpFields: readonly FormField[] = [
  HOST,
  portOf("25"),
  ...EXCHANGE,
  IP_FAMILY,
  KEEP_BODY,
  TLS,
  VERIFY_TLS,
  {
    name: "expect_closed",
    label: t("Expect a closed port"),
    kind: "switch",
    hint: t("Up if the port refuses connections or does not answer."),
  },
];

export const tcpView = fieldsView(tcpFields, {
  withoutAssertions: t("None: an accepted connection is up, and the expected answer if there is one."),
  toAddress: ({ host, port }) => hostAndPort(host, port),
});
