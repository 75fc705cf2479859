import { t } from "../../../language/t.ts";
import { fieldsView } from "../fields-view.tsx";
import { addressByMode, type ModePorts, mailFields } from "./mail-fields.ts";

const PORTS: ModePorts = { none: 143, starttls: 143, implicit: 993 };

export const imapFields = mailFields(PORTS);

export const imapView = fieldsView(imapFields, {
  withoutAssertions: t("None: a greeting is up, after TLS and the login if there are any."),
  toAddress: (monitor) => addressByMode(monitor, PORTS),
});
