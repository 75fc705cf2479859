import Papa from "papaparse";
import { badFields } from "../../../platform/kernel/errors.ts";
import { keywordAlert, type RobotMonitor, robotSeconds, robotType } from "./robot-monitor.ts";

/** More than an account of UptimeRobot can have. */
const ROWS_MAX = 5_000;

/** The columns by what they hold; names are compared without case, spaces and signs. */
const COLUMNS = {
  id: ["id", "monitorid"],
  type: ["type", "monitortype"],
  status: ["status", "currentstatus", "state"],
  name: ["friendlyname", "name", "monitorname", "monitor"],
  url: [
    "urlip",
    "url",
    "urliporhost",
    "urlorip",
    "ip",
    "host",
    "hostname",
    "target",
    "address",
    "monitorurl",
  ],
  keywordType: ["keywordtype"],
  keywordCase: ["keywordcasetype", "keywordcase"],
  keyword: ["keywordvalue", "keyword"],
  port: ["port"],
  interval: ["interval", "monitoringinterval", "checkinterval", "frequency", "intervalseconds"],
  intervalMinutes: ["intervalmin", "intervalminutes", "intervalinminutes"],
  timeout: ["timeout", "requesttimeout", "timeoutseconds"],
  username: ["httpusername", "username", "authusername", "user"],
  password: ["httppassword", "password", "authpassword"],
  authType: ["httpauthtype", "authtype", "authenticationtype"],
  method: ["httpmethod", "method"],
  tags: ["tags", "tag", "labels"],
  group: ["group", "groupname", "folder"],
} as const;
type Column = keyof typeof COLUMNS;

export type ReadCsv = { monitors: RobotMonitor[]; unknownColumns: string[] };

/** Reads a CSV file with a header, in any order of columns, separated by commas, semicolons or tabs. */
export function readCsv(text: string): ReadCsv {
  const { data, meta } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: "greedy",
    preview: ROWS_MAX + 1,
    delimitersToGuess: [",", ";", "\t", "|"],
  });
  const names = meta.fields ?? [];
  const columns = columnsOf(names);
  if (!columns.has("url") && !columns.has("name"))
    throw badFile("has no columns such as 'Friendly Name' and 'URL/IP'");
  if (data.length > ROWS_MAX) throw badFile(`has more than ${ROWS_MAX} rows; import it in parts`);
  const known = new Set(columns.values());
  return {
    monitors: data.map((row) => readRow((column) => row[columns.get(column) ?? ""]?.trim() ?? "")),
    unknownColumns: names.filter((name) => !known.has(name) && data.some((row) => (row[name] ?? "") !== "")),
  };
}

function badFile(message: string): Error {
  return badFields([{ path: "file", message }]);
}

function columnsOf(names: readonly string[]): Map<Column, string> {
  const folded = new Map(names.map((name) => [name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""), name]));
  const found = new Map<Column, string>();
  for (const [column, accepted] of Object.entries(COLUMNS)) {
    const name = accepted.map((each) => folded.get(each)).find((each) => each !== undefined);
    if (name !== undefined) found.set(column as Column, name);
  }
  return found;
}

function readRow(cell: (column: Column) => string): RobotMonitor {
  const minutes = cell("intervalMinutes");
  return {
    id: cell("id"),
    type: robotType(cell("type") || (/^https?:/i.test(cell("url")) ? "http" : "")),
    typeText: cell("type"),
    name: cell("name"),
    url: cell("url"),
    port: cell("port"),
    intervalSeconds: minutes === "" ? robotSeconds(cell("interval")) : robotSeconds(minutes, 60),
    timeoutSeconds: robotSeconds(cell("timeout")),
    isPaused: /^(?:paused|0|inactive|disabled)$/i.test(cell("status")),
    keyword: {
      value: cell("keyword"),
      alertsIf: keywordAlert(cell("keywordType")),
      ignoresCase: /^1$|insensitive/i.test(cell("keywordCase")),
    },
    login: {
      username: cell("username"),
      password: cell("password"),
      isDigest: /^2$|digest/i.test(cell("authType")),
    },
    request: {
      method: cell("method").toUpperCase(),
      headers: {},
      body: "",
      upStatuses: [],
      downStatuses: [],
      ignoresTlsErrors: false,
    },
    tags: cell("tags")
      .split(/[,;|]/)
      .map((tag) => tag.trim()),
    group: cell("group"),
    reasons: [],
  };
}
