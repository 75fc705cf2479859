import { t } from "../../../language/t.ts";
import { addressOf, HOST, IP_FAMILY, KEEP_BODY, portOf } from "../common-fields.ts";
import { type FormField, fieldsView } from "../fields-view.tsx";

const PORT = 22;

export const sshFields: readonly FormField[] = [
  { ...HOST, placeholder: "bastion.example" },
  portOf(String(PORT)),
  IP_FAMILY,
  KEEP_BODY,
];

export const sshView = fieldsView(sshFields, {
  withoutAssertions: t("None: a server that proves its host key is up."),
  toAddress: (monitor) => addressOf(monitor, PORT),
});
