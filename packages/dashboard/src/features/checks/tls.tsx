import { t } from "../../language/t.ts";
import {
  addressOf,
  CLIENT_CERTIFICATE,
  HOST,
  IP_FAMILY,
  KEEP_BODY,
  portOf,
  VERIFY_TLS,
} from "./common-fields.ts";
import { type FormField, fieldsView } from "./fields-view.tsx";

const PORT = 443;

const STARTTLS_OPTIONS = [
  { value: "none", label: t("None: TLS from the start") },
  { value: "smtp", label: "SMTP" },
  { value: "imap", label: "IMAP" },
  { value: "pop3", label: "POP3" },
  { value: "ftp", label: "FTP" },
  { value: "ldap", label: "LDAP" },
  { value: "xmpp", label: "XMPP" },
  { value: "postgres", label: "PostgreSQL" },
];

export const tlsFields: readonly FormField[] = [
  HOST,
  portOf(String(PORT)),
  { name: "starttls", label: "STARTTLS", kind: "select", options: STARTTLS_OPTIONS, initial: "none" },
  {
    name: "servername",
    label: t("Server name"),
    kind: "text",
    hint: t("Requested by SNI, and expected in the certificate. Leave blank for the host."),
  },
  IP_FAMILY,
  KEEP_BODY,
  VERIFY_TLS,
  CLIENT_CERTIFICATE,
];

export const tlsView = fieldsView(tlsFields, {
  withoutAssertions: t("None: a valid certificate is up."),
  toAddress: (monitor) => addressOf(monitor, PORT),
});
