import { fieldErrorOf } from "../../api/api-error.ts";
import { Field } from "../../components/forms/field.tsx";
import { FieldGroup } from "../../components/forms/field-group.tsx";
import { curlOf } from "../runs/curl.ts";
import type { CheckView } from "./check-view.ts";
import { type HttpOptionsDraft, ipFamilyBody, ipFamilyDraft, ipFamilyFacts } from "./http-options-draft.ts";
import { IpFamilyField } from "./ip-family-field.tsx";

type TcpDraft = { host: string; port: string; ipFamily: HttpOptionsDraft["ipFamily"] };

export const tcpView: CheckView<TcpDraft> = {
  label: "TCP",
  formLabel: "TCP port",
  emptyDraft: { host: "", port: "", ipFamily: "any" },
  toDraft: (monitor) => ({
    host: monitor.host ?? "",
    port: monitor.port === null ? "" : String(monitor.port),
    ipFamily: ipFamilyDraft(monitor),
  }),
  toBody: ({ host, port, ipFamily }) => ({
    host: host.trim(),
    port: port.trim() === "" ? null : Number(port),
    ip_family: ipFamilyBody(ipFamily),
  }),
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
  AdvancedFields: ({ draft, change, error }) => (
    <FieldGroup title="Connection">
      <div className="sm:max-w-64">
        <IpFamilyField value={draft.ipFamily} onValue={(ipFamily) => change({ ipFamily })} error={error} />
      </div>
    </FieldGroup>
  ),
  assertionTypes: ["response_time", "ip"],
  withoutAssertions: "None: an accepted connection is up.",
  toAddress,
  toFacts: ipFamilyFacts,
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
