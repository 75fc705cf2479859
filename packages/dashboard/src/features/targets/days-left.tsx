import { absoluteTime } from "../../components/time-ago.tsx";
import { useNow } from "../../components/use-now.ts";
import { t } from "../../language/t.ts";

const DAY_MS = 86_400_000;
/** Below this many days an expiry is marked. */
const SOON_DAYS = 14;

/** Shows how many days are left until an instant, such as the end of a certificate; few are marked. */
export function DaysLeft({ at }: { at: string }) {
  const days = Math.floor((Date.parse(at) - useNow()) / DAY_MS);
  const words = days < 0 ? t("Expired") : t("{days, plural, one {# day} other {# days}}", { days });
  return (
    <time
      dateTime={at}
      title={absoluteTime(at)}
      className={days < SOON_DAYS ? "font-semibold text-degraded" : undefined}
    >
      {words}
    </time>
  );
}
