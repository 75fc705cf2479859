import { t } from "../../../language/t.ts";
import {
  addressOf,
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

const PORT = 6_379;

export const redisFields: readonly FormField[] = [
  { ...HOST, placeholder: "cache.example" },
  portOf(String(PORT)),
  { ...USER, hint: t("Of the access control list. Leave blank for the default user.") },
  PASSWORD,
  { name: "database", label: t("Database"), kind: "text", hint: t("Its number."), placeholder: "0" },
  {
    name: "info_field",
    label: t("Field of INFO"),
    kind: "text",
    hint: t("Read by assertions on the value."),
    placeholder: "role",
  },
  IP_FAMILY,
  KEEP_BODY,
  TLS,
  VERIFY_TLS,
];

export const redisView = fieldsView(redisFields, {
  withoutAssertions: t("None: an answered PING is up."),
  toAddress: (monitor) => addressOf(monitor, PORT),
});
