/** Describes the common forms of cron expressions; null for any other. */
export function describeCronLine(line: string): string | null {
  const fields = (NICKNAMES[line.toLowerCase()] ?? line).split(/\s+/);
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = fields;
  if (fields.length !== 5) return null;
  const time = describeTime(minute, hour);
  const days = describeDays(day, weekday);
  const months = month === "*" ? "" : describeList(month, nameOfMonth);
  if (time === null || days === null || months === null) return null;
  const isDaily = time.startsWith("at ") && days === "" && !time.includes("hour");
  const which = [isDaily ? "every day" : "", time].filter((text) => text !== "").join(" ");
  return `${which}${days}${months === "" ? "" : ` in ${months}`}`;
}

const NICKNAMES: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

const NUMBER = /^\d{1,2}$/;
/** More times of a day are not readable. */
const TIMES_MAX = 6;

function describeTime(minute: string, hour: string): string | null {
  const everyMinutes = /^\*\/(\d{1,2})$/.exec(minute)?.[1];
  const minutes = minute === "*" ? "every minute" : everyMinutes && `every ${everyMinutes} minutes`;
  if (minutes) {
    if (hour === "*") return minutes;
    const range = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(hour);
    return range ? `${minutes} from ${clock(range[1], "0")} to ${clock(range[2] ?? range[1], "59")}` : null;
  }
  if (!NUMBER.test(minute)) return null;
  if (hour === "*") return `at minute ${Number(minute)} of every hour`;
  const everyHours = /^\*\/(\d{1,2})$/.exec(hour)?.[1];
  if (everyHours) return `at minute ${Number(minute)} of every ${everyHours} hours`;
  const hours = hour.split(",");
  const isReadable = hours.length <= TIMES_MAX && hours.every((each) => NUMBER.test(each));
  return isReadable ? `at ${joined(hours.map((each) => clock(each, minute)))}` : null;
}

function clock(hour: string | undefined, minute: string): string {
  return `${(hour ?? "").padStart(2, "0")}:${minute.padStart(2, "0")}`;
}

/** A day of the month and a weekday are alternatives if both are given. */
function describeDays(day: string, weekday: string): string | null {
  const isEveryDay = day === "*" || day === "?";
  const ofMonth = isEveryDay ? "" : describeList(day, (text) => (NUMBER.test(text) ? text : null));
  const ofWeek = weekday === "*" || weekday === "?" ? "" : describeList(weekday, nameOfWeekday);
  if (ofMonth === null || ofWeek === null) return null;
  const parts = [ofMonth === "" ? "" : `day ${ofMonth} of the month`, ofWeek];
  const given = parts.filter((text) => text !== "");
  return given.length === 0 ? "" : ` on ${given.join(" or on ")}`;
}

/** Lists and ranges; null for steps and anything else. */
function describeList(text: string, nameOf: (text: string) => string | null): string | null {
  const parts = text.split(",").map((part) => {
    const [from = "", to, ...more] = part.split("-");
    const [first, last] = [nameOf(from), to === undefined ? undefined : nameOf(to)];
    if (first === null || last === null || more.length > 0) return null;
    return last === undefined ? first : `${first} to ${last}`;
  });
  return parts.includes(null) ? null : joined(parts.map(String));
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
];
const ALL_MONTHS = [...MONTHS, "November", "December"];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function nameOfMonth(text: string): string | null {
  return nameOf(text, ALL_MONTHS, NUMBER.test(text) ? Number(text) - 1 : null);
}

function nameOfWeekday(text: string): string | null {
  return nameOf(text, WEEKDAYS, NUMBER.test(text) ? Number(text) % 7 : null);
}

function nameOf(text: string, names: readonly string[], index: number | null): string | null {
  const byName = names.find((name) => name.slice(0, 3).toLowerCase() === text.toLowerCase());
  return (index === null ? byName : names[index]) ?? null;
}

function joined(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}
