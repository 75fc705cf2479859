/** Expands `{a,b}` and `[1-3]` in a URL as curl does. Source: man curl, "GLOBBING". */

/** The maximum number of steps of an API monitor. */
export const URLS_MAX = 50;

export type ExpandedUrl = {
  urls: string[];
  /** Text in braces without a comma, which is usually a placeholder. */
  loneSets: string[];
  /** Whether the pattern has more URLs than that. */
  isCut: boolean;
};

/** References to variables, which are not sets; sets; ranges of letters or numbers. */
const PATTERN =
  /(\{\{[^{}]*\}\})|\{([^{}]*)\}|\[(?:([a-z])-([a-z])|([A-Z])-([A-Z])|(\d+)-(\d+))(?::(\d+))?\]/g;

export function expandUrl(url: string): ExpandedUrl {
  const loneSets: string[] = [];
  let urls = [""];
  let isCut = false;
  let end = 0;
  const append = (texts: readonly string[]) => {
    isCut ||= urls.length * texts.length > URLS_MAX;
    urls = urls.flatMap((first) => texts.map((text) => first + text)).slice(0, URLS_MAX);
  };
  for (const match of url.matchAll(PATTERN)) {
    const [whole, reference, set] = match;
    append([url.slice(end, match.index)]);
    end = match.index + whole.length;
    if (reference !== undefined) append([reference]);
    else if (set === undefined) append(rangeOf(match));
    else {
      const members = set.split(",");
      if (members.length === 1) loneSets.push(set);
      append(members);
    }
  }
  append([url.slice(end)]);
  return { urls, loneSets, isCut };
}

/** Expands `[1-9:2]`, `[001-100]` and `[a-z]`; a descending range stays as written. */
function rangeOf(match: RegExpExecArray): string[] {
  const first = match[3] ?? match[5];
  const last = match[4] ?? match[6];
  const step = Math.max(1, Number(match[9] ?? "1"));
  const isLetters = first !== undefined && last !== undefined;
  const [from, to] = isLetters
    ? [first.charCodeAt(0), last.charCodeAt(0)]
    : [Number(match[7]), Number(match[8])];
  const width = /^0/.test(match[7] ?? "") ? (match[7] ?? "").length : 0;
  const members: string[] = [];
  // One more than the maximum, so that the cut is detected.
  for (let at = from; at <= to && members.length <= URLS_MAX; at += step) {
    members.push(isLetters ? String.fromCharCode(at) : String(at).padStart(width, "0"));
  }
  return members.length === 0 ? [match[0]] : members;
}
