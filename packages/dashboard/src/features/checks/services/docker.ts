import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import { t } from "../../../language/t.ts";
import { CLIENT_CERTIFICATE, HOST, IP_FAMILY, KEEP_BODY, portOf, TLS, VERIFY_TLS } from "../common-fields.ts";
import { type FieldsDraft, type FormField, fieldsView } from "../fields-view.tsx";

const PORTS = { plain: 2_375, tls: 2_376 };

const hasNoSocket = ({ socket_path: path }: FieldsDraft) => String(path).trim() === "";

export const dockerFields: readonly FormField[] = [
  {
    name: "container",
    label: t("Container"),
    kind: "text",
    hint: t("Name or ID."),
    placeholder: "shop-web",
    isMain: true,
  },
  {
    name: "socket_path",
    label: t("Unix socket"),
    kind: "text",
    hint: t("On the runner; its operator must allow it. Leave blank for a host."),
    placeholder: "/var/run/docker.sock",
    isMain: true,
  },
  { ...HOST, placeholder: "docker1.example", applies: hasNoSocket },
  { ...portOf(t("{plain}, {tls} with TLS", { plain: PORTS.plain, tls: PORTS.tls })), applies: hasNoSocket },
  IP_FAMILY,
  KEEP_BODY,
  TLS,
  VERIFY_TLS,
  { ...CLIENT_CERTIFICATE, applies: hasNoSocket },
];

export const dockerView = fieldsView(dockerFields, {
  withoutAssertions: t("None: a container that runs and is not unhealthy is up."),
  toAddress: ({ host, port, tls, socket_path, container }) => {
    const server = socket_path ?? hostAndPort(host, port ?? (tls ? PORTS.tls : PORTS.plain));
    return `${server} ${container ?? ""}`.trim();
  },
});
