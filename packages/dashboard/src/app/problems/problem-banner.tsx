import { useQuery } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { Notice } from "../../components/notice.tsx";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { readProblems } from "./read-problems.ts";

const LOOK_MS = 30_000;
const TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });

/** On every page: what keeps Vedette itself from working, such as a full disk. */
export function ProblemBanner() {
  const { data = [] } = useQuery({
    queryKey: keys.list("service-problems"),
    queryFn: ({ signal }) => readProblems((url, init) => fetch(url, init), signal),
    refetchInterval: LOOK_MS,
    // `StaleNote` says that the server is not responding.
    retry: false,
  });
  if (data.length === 0) return null;
  return (
    <section aria-label={t("Problems of this server")} className="mb-5">
      <Notice>
        <ul className="grid gap-1">
          {data.map(({ message, since }) => (
            <li key={message}>
              <strong>{t("Vedette needs attention.")}</strong> {message}
              {since !== null && t(" Since {format}.", { format: TIME.format(new Date(since)) })}
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  );
}
