import { t } from "../../../language/t.ts";
import { fieldsView } from "../fields-view.tsx";
import { addressByMode, type ModePorts, mailFields } from "./mail-fields.ts";

const PORTS: ModePorts = { none: 25, starttls: 587, implicit: 465 };

export const smtpFields = mailFields(PORTS);

export const smtpView = fieldsView(smtpFields, {
  withoutAssertions: t("None: a greeting is up, after TLS and the login if there are any."),
  toAddress: (monitor) => addressByMode(monitor, PORTS),
});
