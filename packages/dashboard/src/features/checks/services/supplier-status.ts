import { t } from "../../../language/t.ts";
import { IP_FAMILY, KEEP_BODY, VERIFY_TLS } from "../common-fields.ts";
import { type FormField, fieldsView } from "../fields-view.tsx";

export const supplierStatusFields: readonly FormField[] = [
  {
    name: "url",
    label: t("Status page"),
    kind: "text",
    hint: t("Its summary.json, or its Atom or RSS feed."),
    placeholder: "https://status.supplier.example/api/v2/summary.json",
    isMain: true,
  },
  {
    name: "component",
    label: t("Component"),
    kind: "text",
    hint: t("Name or ID. Leave blank for the whole page."),
    placeholder: "API",
    isMain: true,
  },
  { name: "headers", label: t("Header"), kind: "map" },
  IP_FAMILY,
  KEEP_BODY,
  VERIFY_TLS,
];

export const supplierStatusView = fieldsView(supplierStatusFields, {
  withoutAssertions: t(
    "None: up while the page reports no outage, and degraded while it reports less than one.",
  ),
  toAddress: ({ url, component }) =>
    component === null ? (url ?? "") : t("{component} at {url}", { component, url: url ?? "" }),
});
