import { z } from "zod";
import { headerErrors, urlError } from "../../common/http-rules.ts";
import { defineCheckKind, optionalField } from "../check-kind.ts";
import {
  headersField,
  type IpFamily,
  ipFamilyField,
  ipFamilySpec,
  type KeepBody,
  keepBodyField,
  keepBodySpec,
  urlField,
  verifyTlsField,
} from "../http-options.ts";

/** What the status page of a supplier says: a summary.json as of Statuspage, or an Atom or RSS feed of incidents. */

type SupplierSpec = {
  url: string;
  component: string | null;
  headers: Record<string, string>;
  verifyTls: boolean;
  /** Names of headers that contain a secret; not sent to another origin. Absent if there are none. */
  secretHeaders?: readonly string[];
  ipFamily?: IpFamily;
  keepBody?: KeepBody;
};

const COMPONENT_LENGTH_MAX = 200;

export const supplierStatusCheck = defineCheckKind({
  fields: {
    url: urlField,
    component: optionalField(
      z.string().trim().min(1).max(COMPONENT_LENGTH_MAX).meta({
        description:
          "Name or ID of a component; only its status and its incidents count. Default: the whole page. In a feed, the text that an incident must contain",
      }),
      z.string(),
    ),
    headers: headersField,
    verify_tls: verifyTlsField,
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },

  findErrors({ url, headers }) {
    const wrongUrl = url === null ? "is required for type 'supplier_status'" : urlError(url);
    return [...(wrongUrl === null ? [] : [{ path: "url", message: wrongUrl }]), ...headerErrors(headers)];
  },

  address: ({ url, component }) => (component === null ? (url ?? "") : `${component} at ${url}`),

  toSpec: ({ url, component, headers, verify_tls, ip_family, keep_body }): SupplierSpec => ({
    url: url ?? "",
    component,
    headers,
    verifyTls: verify_tls,
    ...ipFamilySpec(ip_family),
    ...keepBodySpec(keep_body),
  }),

  noCertificate: ({ url }) =>
    url?.toLowerCase().startsWith("http://") === true ? "a monitor of a plain http URL" : null,

  masked: ["headers"],
});
