import { t } from "../../../language/t.ts";
import { HOST, IP_FAMILY, KEEP_BODY, PASSWORD, portOf, USER, VERIFY_TLS } from "../common-fields.ts";
import { type FormField, fieldsView } from "../fields-view.tsx";
import { addressByMode, type ModePorts, TLS_MODE } from "./mail-fields.ts";

const PORTS: ModePorts = { none: 389, starttls: 389, implicit: 636 };

export const ldapFields: readonly FormField[] = [
  { ...HOST, placeholder: "ldap.example" },
  portOf(String(PORTS.implicit)),
  { ...USER, label: t("Bind DN"), placeholder: "cn=watch,dc=example,dc=org" },
  PASSWORD,
  {
    name: "search_base",
    label: t("Search base"),
    kind: "text",
    hint: t("Assertions count the entries. Leave blank for no search."),
    placeholder: "ou=people,dc=example,dc=org",
  },
  {
    name: "search_filter",
    label: t("Search filter"),
    kind: "text",
    placeholder: "(objectClass=person)",
    initial: "(objectClass=*)",
  },
  {
    name: "search_scope",
    label: t("Search scope"),
    kind: "select",
    options: [
      { value: "sub", label: t("Whole tree") },
      { value: "one", label: t("One level") },
      { value: "base", label: t("The base itself") },
    ],
    initial: "sub",
  },
  TLS_MODE,
  IP_FAMILY,
  KEEP_BODY,
  VERIFY_TLS,
];

export const ldapView = fieldsView(ldapFields, {
  withoutAssertions: t("None: a bind is up, and a search without an error if there is one."),
  toAddress: (monitor) => addressByMode(monitor, PORTS),
});
