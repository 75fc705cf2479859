import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import { t } from "../../language/t.ts";
import { HOST, IP_FAMILY, portOf, TLS, VERIFY_TLS } from "./common-fields.ts";
import { type FormField, fieldsView } from "./fields-view.tsx";

export const grpcFields: readonly FormField[] = [
  HOST,
  portOf("50051"),
  {
    name: "service",
    label: t("Service"),
    kind: "text",
    hint: t("Full name. Leave blank for the whole server."),
    placeholder: "shop.v1.Orders",
  },
  IP_FAMILY,
  TLS,
  VERIFY_TLS,
  { name: "headers", label: t("Metadata"), kind: "map" },
];

export const grpcView = fieldsView(grpcFields, {
  withoutAssertions: t("None: the status SERVING is up."),
  toAddress: ({ host, port }) => hostAndPort(host, port),
});
