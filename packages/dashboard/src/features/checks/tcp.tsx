import { fieldErrorOf } from "../../api/api-error.ts";
import { Field } from "../../components/forms/field.tsx";
import { curlOf } from "../runs/curl.ts";
import type { CheckView } from "./check-view.ts";

type TcpDraft = { host: string; port: string };

export const tcpView: CheckView<TcpDraft> = {
  label: "TCP",
  formLabel: "TCP port",
  emptyDraft: { host: "", port: "" },
  toDraft: ({ host, port }) => ({ host: host ?? "", port: port === null ? "" : String(port) }),
  toBody: ({ host, port }) => ({ host: host.trim(), port: port.trim() === "" ? null : Number(port) }),
  mainFields: ["host", "port"],
  MainFields: ({ draft, change, error }) => (
    <>
      <Field
        label="Host"
        autoComplete="off"
        spellCheck={false}
        placeholder="mail.example"
        value={draft.host}
        onValue={(host) => change({ host })}
        error={fieldErrorOf(error, "host", "The host")}
      />
      <Field
        label="Port"
        inputMode="numeric"
        autoComplete="off"
        placeholder="25"
        value={draft.port}
        onValue={(port) => change({ port })}
        error={fieldErrorOf(error, "port", "The port")}
      />
    </>
  ),
  assertionTypes: ["response_time"],
  withoutAssertions: "None: an accepted connection is up.",
  toAddress,
  toFacts: () => [],
  /** Only tests the connection, as curl has no command for that. */
  toCurl(monitor) {
    const request = { method: "GET", url: `telnet://${toAddress(monitor)}`, headers: {}, body: null };
    return curlOf(request, [{ name: "--verbose" }, { name: `--connect-timeout ${monitor.timeout}` }]);
  },
};

function toAddress({ host, port }: { host: string | null; port: number | null }): string {
  const isBareIpv6 = host?.includes(":") && !host.startsWith("[");
  return `${isBareIpv6 ? `[${host}]` : host}:${port}`;
}
