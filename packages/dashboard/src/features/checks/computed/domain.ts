import { t } from "../../../language/t.ts";
import { type FormField, fieldsView } from "../fields-view.tsx";

const domainFields: readonly FormField[] = [
  {
    name: "host",
    label: t("Domain"),
    kind: "text",
    hint: t("As it was registered: without www."),
    placeholder: "shop.example",
    isMain: true,
  },
];

export const domainView = fieldsView(domainFields, {
  withoutAssertions: t("None: a registration that is neither expired nor on hold is up."),
  toAddress: ({ host }) => host ?? "",
});
