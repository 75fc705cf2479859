import { t } from "../../../language/t.ts";
import { fieldsView } from "../fields-view.tsx";
import { addressByMode, type ModePorts, mailFields } from "./mail-fields.ts";

const PORTS: ModePorts = { none: 110, starttls: 110, implicit: 995 };

export const pop3Fields = mailFields(PORTS);

export const pop3View = fieldsView(pop3Fields, {
  withoutAssertions: t("None: a greeting is up, after TLS and the login if there are any."),
  toAddress: (monitor) => addressByMode(monitor, PORTS),
});
