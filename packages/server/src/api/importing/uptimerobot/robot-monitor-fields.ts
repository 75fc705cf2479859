import { escapeTemplate } from "@vedette/contract/variables/template.ts";
import type { ImportBuilder } from "../building/import-builder.ts";
import { separateUser } from "../building/url-credentials.ts";
import { isSecretName } from "../secret-names.ts";
import type { RobotMonitor } from "./robot-monitor.ts";

/** Fields of a monitor, or why there is none. */
type Made = { fields: Record<string, unknown> } | { problem: string };

const INTERVAL_MAX = 86_400;
const TIMEOUT_MAX = 300;
/** What UptimeRobot counts as up. */
const UP_STATUSES = ["200-399"];
const ACCEPT_STATUSES_MAX = 20;

/** What the type of a monitor says about it: its address and what it expects. */
export function robotMonitorFields(robot: RobotMonitor, key: string, builder: ImportBuilder): Made {
  switch (robot.type) {
    case "http":
    case "keyword":
      return toUrlMonitor(robot, key, builder);
    case "ping":
      return { fields: { type: "ping", host: hostOf(robot.url) } };
    case "port":
      return toTcpMonitor(robot);
    case "dns":
      return { fields: { type: "dns", host: hostOf(robot.url) } };
    default:
      return { problem: `The type '${robot.typeText}' has no counterpart.` };
  }
}

/** The fields that all types share. Values that are out of range are clamped, with a reason. */
export function timingOf({ intervalSeconds, timeoutSeconds, reasons }: RobotMonitor): Record<string, number> {
  const interval = intervalSeconds === null ? null : Math.min(Math.max(intervalSeconds, 1), INTERVAL_MAX);
  const timeout = timeoutSeconds ? Math.min(Math.max(timeoutSeconds, 0.1), TIMEOUT_MAX) : null;
  if (interval !== intervalSeconds)
    reasons.push(`The interval of ${intervalSeconds} s became ${interval} s.`);
  if (timeout !== null && timeout !== timeoutSeconds)
    reasons.push(`The timeout of ${timeoutSeconds} s became ${timeout} s.`);
  return { ...(interval !== null && { interval }), ...(timeout !== null && { timeout }) };
}

function toUrlMonitor(robot: RobotMonitor, key: string, builder: ImportBuilder): Made {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(robot.url) ? robot.url : `http://${robot.url}`;
  if (!URL.canParse(text)) return { problem: `'${robot.url.slice(0, 200)}' is not a URL.` };
  const { url, user } = separateUser(text);
  const { method, headers, body, ignoresTlsErrors } = robot.request;
  const login = robot.login.username === "" ? { ...robot.login, ...user } : robot.login;
  return {
    fields: {
      type: "url",
      url: escapeTemplate(url),
      ...(method !== "" && { method }),
      ...(Object.keys(headers).length > 0 && { headers: withoutSecrets(headers, key, builder) }),
      ...bodyOf(robot, body),
      ...acceptStatuses(robot),
      ...(ignoresTlsErrors && { verify_tls: false }),
      ...(login.username !== "" && {
        auth: {
          type: robot.login.isDigest ? "digest" : "basic",
          username: escapeTemplate(login.username),
          password: login.password === "" ? "" : builder.values.hide(`${key} password`, login.password),
        },
      }),
      ...keywordAssertions(robot),
    },
  };
}

function bodyOf({ request, reasons }: RobotMonitor, body: string): { body?: string } {
  if (body === "") return {};
  if (["POST", "PUT", "PATCH", "DELETE", "OPTIONS"].includes(request.method))
    return { body: escapeTemplate(body) };
  reasons.push("The body is left out: its method sends none.");
  return {};
}

function withoutSecrets(
  headers: Record<string, string>,
  key: string,
  builder: ImportBuilder,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isSecretName(name) && value !== ""
        ? builder.values.hide(`${key} ${name}`, value)
        : escapeTemplate(value),
    ]),
  );
}

/** An assertion on the body accepts any status, so that the statuses are written. */
function acceptStatuses({ type, request, reasons }: RobotMonitor): { accept_statuses?: (string | number)[] } {
  const { upStatuses, downStatuses } = request;
  const excluded = downStatuses.filter((status) => status < 400);
  if (excluded.length > 0) reasons.push(`Statuses that count as down are left out: ${excluded.join(", ")}.`);
  const further = [...new Set(upStatuses.filter((status) => status >= 400))];
  if (further.length === 0 && type !== "keyword") return {};
  return { accept_statuses: [...UP_STATUSES, ...further].slice(0, ACCEPT_STATUSES_MAX) };
}

/** UptimeRobot names the case that is an incident; an assertion names the case that is up. */
function keywordAssertions({ type, keyword, reasons }: RobotMonitor): { assertions?: object[] } {
  if (type !== "keyword") return {};
  const { value, alertsIf, ignoresCase } = keyword;
  if (value === "") {
    reasons.push("The keyword is empty, so that nothing is searched for.");
    return {};
  }
  const isExpected = alertsIf !== "exists";
  if (alertsIf === null)
    reasons.push("The file does not say when the keyword is an incident: if it is missing.");
  if (ignoresCase && isExpected) {
    const pattern = `(?i)${value.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}`;
    return { assertions: [{ type: "body", operator: "matches", value: pattern }] };
  }
  if (ignoresCase) reasons.push("The keyword is searched for in upper and lower case as it is written.");
  const operator = isExpected ? "contains" : "not_contains";
  return { assertions: [{ type: "body", operator, value }] };
}

function toTcpMonitor({ url, port }: RobotMonitor): Made {
  const number = Number(port);
  if (port === "" || !Number.isInteger(number)) return { problem: "The file has no port of this monitor." };
  return { fields: { type: "tcp", host: hostOf(url), port: number } };
}

/** The host of a URL, or the text as it is. */
function hostOf(text: string): string {
  return URL.parse(text)?.hostname || text;
}
