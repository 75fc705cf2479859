import { t } from "../../language/t.ts";
import { EXCHANGE, IP_FAMILY, KEEP_BODY, VERIFY_TLS } from "./common-fields.ts";
import { type FormField, fieldsView } from "./fields-view.tsx";

export const websocketFields: readonly FormField[] = [
  { name: "url", label: "URL", kind: "text", placeholder: "wss://chat.example/socket", isMain: true },
  ...EXCHANGE,
  { name: "subprotocol", label: t("Subprotocol"), kind: "text", placeholder: "v1.chat" },
  IP_FAMILY,
  KEEP_BODY,
  VERIFY_TLS,
  { name: "headers", label: t("Header"), kind: "map" },
];

export const websocketView = fieldsView(websocketFields, {
  withoutAssertions: t("None: an accepted upgrade is up, and the expected answer if there is one."),
  toAddress: ({ url }) => url ?? "",
});
