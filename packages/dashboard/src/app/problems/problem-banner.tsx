import { useQuery } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { Notice } from "../../components/notice.tsx";
import { readProblems } from "./read-problems.ts";

const LOOK_MS = 30_000;
const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

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
    <section aria-label="Problems of this server" className="mb-5">
      <Notice>
        <ul className="grid gap-1">
          {data.map(({ message, since }) => (
            <li key={message}>
              <strong>Vedette needs attention.</strong> {message}
              {since !== null && ` Since ${TIME.format(new Date(since))}.`}
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  );
}
