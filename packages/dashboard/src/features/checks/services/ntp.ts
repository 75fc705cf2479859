import { t } from "../../../language/t.ts";
import { addressOf, HOST, IP_FAMILY, KEEP_BODY, portOf } from "../common-fields.ts";
import { type FormField, fieldsView } from "../fields-view.tsx";

const PORT = 123;

export const ntpFields: readonly FormField[] = [
  { ...HOST, placeholder: "ntp.example" },
  portOf(String(PORT)),
  IP_FAMILY,
  KEEP_BODY,
];

export const ntpView = fieldsView(ntpFields, {
  withoutAssertions: t("None: a synchronized server is up."),
  toAddress: (monitor) => addressOf(monitor, PORT),
});
