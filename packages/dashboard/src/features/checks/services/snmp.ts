import { t } from "../../../language/t.ts";
import {
  addressOf,
  HOST,
  IP_FAMILY,
  KEEP_BODY,
  PASSWORD,
  portOf,
  SECRET_HINT,
  USER,
} from "../common-fields.ts";
import { type FieldsDraft, type FormField, fieldsView } from "../fields-view.tsx";

const PORT = 161;
const OID_DEFAULT = "1.3.6.1.2.1.1.3.0";
const isV3 = ({ snmp_version: version }: FieldsDraft) => version === "v3";

export const snmpFields: readonly FormField[] = [
  { ...HOST, placeholder: "switch.example" },
  portOf(String(PORT)),
  {
    name: "snmp_version",
    label: t("Version"),
    kind: "select",
    options: [
      { value: "v2c", label: "2c" },
      { value: "v3", label: "3" },
    ],
    initial: "v2c",
    isMain: true,
    isFact: true,
  },
  {
    name: "community",
    label: t("Community"),
    kind: "text",
    hint: SECRET_HINT,
    placeholder: "{{COMMUNITY}}",
    isMain: true,
    isVerbatim: true,
    applies: (draft) => !isV3(draft),
  },
  { ...USER, applies: isV3 },
  { ...PASSWORD, applies: isV3 },
  {
    name: "oid",
    label: "OID",
    kind: "text",
    hint: t("Read by assertions on the value."),
    initial: OID_DEFAULT,
    isMain: true,
    isFact: true,
  },
  {
    name: "auth_protocol",
    label: t("Authentication"),
    kind: "select",
    applies: isV3,
    options: [
      { value: "md5", label: "MD5" },
      { value: "sha", label: "SHA-1" },
      { value: "sha224", label: "SHA-224" },
      { value: "sha256", label: "SHA-256" },
      { value: "sha384", label: "SHA-384" },
      { value: "sha512", label: "SHA-512" },
    ],
    initial: "sha256",
  },
  {
    name: "privacy_protocol",
    label: t("Encryption"),
    kind: "select",
    applies: isV3,
    options: [
      { value: "des", label: "DES" },
      { value: "aes", label: "AES-128" },
      { value: "aes256", label: "AES-256" },
      { value: "aes256c", label: "AES-256 (Cisco)" },
    ],
    initial: "aes",
  },
  {
    name: "privacy_password",
    label: t("Encryption password"),
    kind: "text",
    hint: t("Leave blank to send in plain text. {hint}", { hint: SECRET_HINT }),
    placeholder: "{{PRIVACY_PASSWORD}}",
    isVerbatim: true,
    applies: isV3,
  },
  IP_FAMILY,
  KEEP_BODY,
];

export const snmpView = fieldsView(snmpFields, {
  withoutAssertions: t("None: a value is up."),
  toAddress: (monitor) => {
    const { oid } = monitor;
    const server = addressOf(monitor, PORT);
    return oid === null || oid === OID_DEFAULT ? server : `${server} ${oid}`;
  },
});
