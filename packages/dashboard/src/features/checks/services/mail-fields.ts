import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { t } from "../../../language/t.ts";
import { HOST, IP_FAMILY, KEEP_BODY, PASSWORD, portOf, USER, VERIFY_TLS } from "../common-fields.ts";
import type { FormField } from "../fields-view.tsx";

export const TLS_MODE: FormField = {
  name: "tls_mode",
  label: t("Connection security"),
  kind: "select",
  options: [
    { value: "", label: t("By port") },
    { value: "implicit", label: "TLS" },
    { value: "starttls", label: "STARTTLS" },
    { value: "none", label: t("None") },
  ],
  hint: t("By port: TLS at the port of TLS, else STARTTLS."),
};

/** The default port of a protocol with each mode. */
export type ModePorts = Readonly<Record<"none" | "starttls" | "implicit", number>>;

/** Returns host and port; without a port, the default of the mode. */
export function addressByMode({ host, port, tls_mode }: Monitor, ports: ModePorts): string {
  return hostAndPort(host, port ?? ports[tls_mode ?? "implicit"]);
}

/** Returns the fields of a mail protocol. */
export function mailFields({ implicit }: ModePorts): readonly FormField[] {
  return [HOST, portOf(String(implicit)), USER, PASSWORD, TLS_MODE, IP_FAMILY, KEEP_BODY, VERIFY_TLS];
}
