import { IP_FAMILY, KEEP_BODY, VERIFY_TLS } from "../common-fields.ts";
import { type FormField, fieldsView } from "../fields-view.tsx";

export const supplierStatusFields: readonly FormField[] = [
  {
    name: "url",
    label: "Status page",
    kind: "text",
    hint: "Its summary.json, or its Atom or RSS feed.",
    placeholder: "https://status.supplier.example/api/v2/summary.json",
    isMain: true,
  },
  {
    name: "component",
    label: "Component",
    kind: "text",
    hint: "Name or ID. Leave blank for the whole page.",
    placeholder: "API",
    isMain: true,
  },
  { name: "headers", label: "Header", kind: "map" },
  IP_FAMILY,
  KEEP_BODY,
  VERIFY_TLS,
];

export const supplierStatusView = fieldsView(supplierStatusFields, {
  withoutAssertions:
    "None: up while the page reports no outage, and degraded while it reports less than one.",
  toAddress: ({ url, component }) => (component === null ? (url ?? "") : `${component} at ${url}`),
});
