import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import { textPayload } from "../building/text-payload.ts";
import { type DocumentObject, objectOf, textOf } from "../document-value.ts";
import { checklyAssertions } from "./checkly-assertions.ts";
import { ipFamilyOf, requestFields } from "./checkly-request.ts";
import type { ChecklyTexts } from "./checkly-texts.ts";
import { pairsOf } from "./read-bundle.ts";

type Context = { texts: ChecklyTexts; defaults: DocumentObject; owner: string; reasons: string[] };

export type ChecklyMonitor = { type: CheckType; fields: DocumentObject };

/** Returns the monitor of a check of the types that send one request; null for other types. */
export function checklyMonitor(check: DocumentObject, context: Context): ChecklyMonitor | null {
  const { texts, reasons } = context;
  const request = objectOf(check.request);
  const host = texts.text(textOf(request.hostname) ?? textOf(request.url) ?? "");
  const port = typeof request.port === "number" ? { port: request.port } : {};
  const assertions = (type: CheckType) => checklyAssertions(request.assertions, type, reasons);
  switch (check.checkType) {
    case "API":
    case "URL":
      return { type: "url", fields: requestFields(check, context) };
    case "TCP": {
      const data = textOf(request.data) ?? "";
      const send = data === "" ? {} : { send: texts.text(textPayload(data)) };
      const isClosed = check.shouldFail === true;
      const fields = isClosed ? { expect_closed: true } : { ...send, assertions: assertions("tcp") };
      return { type: "tcp", fields: { host, ...port, ...ipFamilyOf(request), ...fields } };
    }
    case "DNS":
      return { type: "dns", fields: { ...dnsFields(request), assertions: assertions("dns") } };
    case "ICMP":
      return {
        type: "ping",
        fields: { host, ...pingFields(check, reasons), assertions: assertions("ping") },
      };
    case "GRPC":
      return grpcMonitor(request, { host, ...port, assertions: assertions("grpc") }, context);
    case "SSL":
      return sslMonitor(request, assertions("tls"), reasons);
    default:
      return null;
  }
}

function dnsFields(request: DocumentObject): DocumentObject {
  const server = textOf(request.nameServer) ?? "";
  return {
    host: (textOf(request.query) ?? "").replace(/(.)\.$/, "$1"),
    record: textOf(request.recordType) ?? "A",
    ...(server !== "" && {
      server: [server],
      ...(typeof request.port === "number" && { port: request.port }),
    }),
    transport: request.protocol === "TCP" ? "tcp" : "udp",
  };
}

function pingFields(check: DocumentObject, reasons: string[]): DocumentObject {
  const request = objectOf(check.request);
  const loss = check.maxPacketLossThreshold;
  if (typeof check.degradedPacketLossThreshold === "number")
    reasons.push("The packet loss from which it is degraded has no counterpart.");
  return {
    ...ipFamilyOf(request),
    ...(typeof request.pingCount === "number" && { count: request.pingCount }),
    ...(typeof loss === "number" && loss < 100 && { max_loss_percent: loss }),
  };
}

function grpcMonitor(
  request: DocumentObject,
  fields: DocumentObject,
  { texts, owner, reasons }: Context,
): ChecklyMonitor | null {
  const config = objectOf(request.grpcConfig);
  if ((textOf(config.mode) ?? "HEALTH") !== "HEALTH") return null;
  const metadata = pairsOf(config.metadata).map(({ key, value }) => [key, texts.header(owner, key, value)]);
  if (textOf(config.message)) reasons.push("The message has no counterpart: it asks the health service.");
  return {
    type: "grpc",
    fields: {
      ...fields,
      tls: config.tls === true,
      verify_tls: request.skipSSL !== true,
      service: textOf(config.service) ?? "",
      headers: Object.fromEntries(metadata),
    },
  };
}

function sslMonitor(
  request: DocumentObject,
  assertions: readonly unknown[],
  reasons: string[],
): ChecklyMonitor {
  const { hostname, port, serverName, alertDaysBeforeExpiry: days, ...others } = objectOf(request.sslConfig);
  for (const name of Object.keys(others))
    reasons.push(`The field '${name.slice(0, 100)}' has no counterpart.`);
  const host = textOf(hostname) ?? "";
  const name = textOf(serverName) ?? "";
  const expiry = { type: "ssl_expiry", operator: "greater_than_or_equal", value: days };
  return {
    type: "tls",
    fields: {
      host,
      ...(typeof port === "number" && { port }),
      ...(name !== "" && name !== host && { servername: name }),
      assertions: [...(typeof days === "number" ? [expiry] : []), ...assertions],
    },
  };
}
