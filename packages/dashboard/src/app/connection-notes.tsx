import { Icon } from "../components/icon.tsx";
import { LOCALE } from "../language/language.ts";
import { t } from "../language/t.ts";
import { useConnection } from "./live.tsx";

const LABELS = { connecting: t("Connecting …"), live: t("Live"), lost: t("Connection lost") };
const STYLES = { connecting: "text-soft", live: "text-up", lost: "text-down" };

/** In the navigation: whether the page follows the server. */
export function ConnectionNote() {
  const { state } = useConnection();
  return (
    <p className={`flex items-center gap-2 px-2 text-sm ${STYLES[state]}`}>
      <Icon name={state === "lost" ? "lost" : "live"} />
      {LABELS[state]}
    </p>
  );
}

const TIME = new Intl.DateTimeFormat(LOCALE, { timeStyle: "medium" });

/** At the top of every page while its data is not live. It covers the space above the title, so that nothing moves. */
export function StaleNote() {
  const { state, lastHeardMs } = useConnection();
  return (
    <div role="status" className="sticky top-15 z-10 -mt-6 h-6 md:top-0 md:-mt-8 md:h-8">
      {state === "lost" && (
        <p className="mx-auto flex w-fit items-center gap-2 rounded-b-lg bg-down-ground px-3 text-xs font-semibold whitespace-nowrap text-down shadow-card max-md:py-0.5 md:py-1 md:text-sm">
          <Icon name="lost" />
          {lastHeardMs === null
            ? t("Not live. Reconnecting …")
            : t("As of {time}, not live. Reconnecting …", { time: TIME.format(lastHeardMs) })}
        </p>
      )}
    </div>
  );
}
