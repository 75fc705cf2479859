import { t } from "../../language/t.ts";
import { HOST, IP_FAMILY } from "./common-fields.ts";
import { type FormField, fieldsView } from "./fields-view.tsx";

export const pingFields: readonly FormField[] = [
  HOST,
  { name: "count", label: t("Packets"), kind: "number", hint: t("1 to 20."), initial: "3" },
  {
    name: "packet_interval_ms",
    label: t("Packet interval (ms)"),
    kind: "number",
    hint: t("200 to 5,000."),
    initial: "200",
  },
  { name: "packet_size", label: t("Packet size (bytes)"), kind: "number", initial: "56" },
  {
    name: "max_loss_percent",
    label: t("Accepted loss (%)"),
    kind: "number",
    hint: t("More is down. Leave blank to accept all but a total loss."),
  },
  IP_FAMILY,
];

export const pingView = fieldsView(pingFields, {
  withoutAssertions: t("None: one answered packet is up."),
  toAddress: ({ host }) => host ?? "",
});
