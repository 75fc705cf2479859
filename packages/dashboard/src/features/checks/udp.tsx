import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import { t } from "../../language/t.ts";
import { EXCHANGE, HOST, IP_FAMILY, KEEP_BODY, portOf } from "./common-fields.ts";
import { type FormField, fieldsView } from "./fields-view.tsx";

const [SEND, ...EXPECT] = EXCHANGE;

export const udpFields: readonly FormField[] = [
  HOST,
  portOf("123"),
  ...(SEND === undefined ? [] : [{ ...SEND, isMain: true as const }]),
  ...EXPECT,
  IP_FAMILY,
  KEEP_BODY,
];

export const udpView = fieldsView(udpFields, {
  withoutAssertions: t("None: the expected answer is up; without one, a port that is not closed."),
  toAddress: ({ host, port }) => hostAndPort(host, port),
});
