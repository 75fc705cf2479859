import type { Target } from "@vedette/contract/targets/targets.ts";
import { statusWord } from "../../components/status-badge.tsx";
import { Duration } from "../../components/time-ago.tsx";
import { intervalText } from "../../format.ts";
import { phraseInSentence } from "../../language/in-sentence.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { PausedByPlan } from "./paused-by-plan.tsx";

type TargetLeadProps = {
  /** The address, or the number of steps. */
  what: string;
  intervalSeconds: number | null;
  locations: readonly string[];
  target: Pick<Target, "status" | "status_since" | "paused_reason">;
};

/** Below the name of a target on its page: what is checked, how often and where, and since when it has its status. */
export function TargetLead({ what, intervalSeconds, locations, target }: TargetLeadProps) {
  const rhythm = intervalText(intervalSeconds);
  return (
    <>
      <Message
        text="{what} · {rhythm} at {locations} · {status} for {time}"
        values={{
          what,
          rhythm: intervalSeconds === null ? rhythm : t("every {interval}", { interval: rhythm }),
          locations: locations.join(", "),
          status: phraseInSentence(statusWord(target.status)),
          time: <Duration from={target.status_since} />,
        }}
      />
      <PausedByPlan reason={target.paused_reason} />
    </>
  );
}

export function stepsText(count: number): string {
  return t("{count, plural, one {# step} other {# steps}}", { count });
}
