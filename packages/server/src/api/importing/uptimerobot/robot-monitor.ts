/** A monitor of UptimeRobot, from a row of a CSV file or from an answer of the API. Absent texts are empty. */
export type RobotMonitor = {
  id: string;
  type: RobotType | null;
  /** The type as the file names it. */
  typeText: string;
  name: string;
  /** A URL, a host or an address. */
  url: string;
  port: string;
  intervalSeconds: number | null;
  timeoutSeconds: number | null;
  isPaused: boolean;
  /** UptimeRobot alerts if the keyword exists, or if it does not. */
  keyword: { value: string; alertsIf: "exists" | "not_exists" | null; ignoresCase: boolean };
  login: { username: string; password: string; isDigest: boolean };
  request: RobotRequest;
  tags: readonly string[];
  group: string;
  reasons: string[];
};

type RobotRequest = {
  method: string;
  headers: Record<string, string>;
  body: string;
  /** Statuses that count as up, such as `200`. */
  upStatuses: readonly number[];
  downStatuses: readonly number[];
  ignoresTlsErrors: boolean;
};

export const ROBOT_TYPES = ["http", "keyword", "ping", "port", "heartbeat", "dns"] as const;
export type RobotType = (typeof ROBOT_TYPES)[number];

const TYPE_NUMBERS: Readonly<Record<string, RobotType>> = {
  "1": "http",
  "2": "keyword",
  "3": "ping",
  "4": "port",
  "5": "heartbeat",
  "6": "dns",
};

/** The type behind a number of the API, or a label such as `HTTP(s)`. */
export function robotType(text: string): RobotType | null {
  const label = text.trim().toLowerCase();
  const known = TYPE_NUMBERS[label];
  if (known) return known;
  if (/^https?\b/.test(label)) return "http";
  if (/cron|heart/.test(label)) return "heartbeat";
  if (/port|tcp/.test(label)) return "port";
  return ROBOT_TYPES.find((type) => label.startsWith(type)) ?? null;
}

/** When a keyword is an incident: 1 or `exists`, 2 or `not exists`. */
export function keywordAlert(text: string): RobotMonitor["keyword"]["alertsIf"] {
  const label = text.trim().toLowerCase();
  if (label === "") return null;
  return label === "2" || /\bnot\b|^not_|missing|absent/.test(label) ? "not_exists" : "exists";
}

/** Seconds of `300`, `5 min`, `1m` or `2 hours`. A number alone has `unit`. */
export function robotSeconds(text: string, unit = 1): number | null {
  const [, number, word] = /^\s*(\d+(?:[.,]\d+)?)\s*([a-z]*)\.?\s*$/i.exec(text) ?? [];
  if (number === undefined) return null;
  const factor = { "": unit, s: 1, m: 60, h: 3_600, d: 86_400 }[word?.charAt(0).toLowerCase() ?? ""];
  return factor === undefined ? null : Number(number.replace(",", ".")) * factor;
}
