import type { ResponseFacts } from "@vedette/contract/evidence/response-facts.ts";
import { absoluteTime } from "../../components/time-ago.tsx";
import { numberText, responseText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { type EvidenceRow, errorText, textCell, withFacts } from "./evidence-row.ts";

type Pair = readonly (ResponseFacts | null)[];

/** Headers that differ in every response. */
const VOLATILE_HEADERS: ReadonlySet<string> = new Set(["date", "age", "expires", "last-modified", "etag"]);

/** Status, sizes and times of responses. */
export function responseRows(responses: Pair): EvidenceRow[] {
  const isAlone = responses.includes(null);
  const row = (label: string, textOf: (response: ResponseFacts) => string | null, isNeverMarked = false) => ({
    ...{ label, isNeverMarked: isNeverMarked || isAlone },
    cells: responses.map((response) => textCell(response && textOf(response))),
  });

  return withFacts([
    row(t("Time"), ({ at }) => at && absoluteTime(at), true),
    row(t("Status"), ({ status_code: code }) => code?.toString() ?? null),
    row(t("Error"), ({ error }) => error && errorText(error)),
    row(t("Address"), ({ address }) => address),
    row(t("Size"), ({ body_bytes: bytes }) =>
      bytes !== null ? t("{bytes} bytes", { bytes: numberText(bytes) }) : null,
    ),
    row(t("First byte"), ({ ttfb_ms: ms }) => (ms === null ? null : responseText(ms)), true),
    row(t("Download"), ({ download_ms: ms }) => (ms === null ? null : responseText(ms)), true),
  ]);
}

/** The headers of responses by name. */
export function headerRows(responses: Pair): EvidenceRow[] {
  const byName = responses.map(
    (response) =>
      new Map(Object.entries(response?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  );
  const names = [...new Set(byName.flatMap((headers) => [...headers.keys()]))].toSorted();
  return names.map((name) => ({
    label: name,
    cells: byName.map((headers) => textCell(headers.get(name))),
    isNeverMarked: responses.includes(null) || VOLATILE_HEADERS.has(name),
  }));
}
