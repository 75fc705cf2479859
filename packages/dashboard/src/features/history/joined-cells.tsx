import { Button } from "../../components/button.tsx";
import { absoluteTime, TimeAgo } from "../../components/time-ago.tsx";
import { numberText } from "../../format.ts";
import { t } from "../../language/t.ts";

/** How many items a joined row stands for: "×143". */
export function RepeatCount({ count }: { count: number }) {
  if (count === 1) return null;
  return (
    <strong className="tabular-nums">
      <span aria-hidden="true">×</span>
      <span className="sr-only">{t("repeated")} </span>
      {numberText(count)}
    </strong>
  );
}

/** The time of an item, or from the oldest to the newest of several. */
export function JoinedTimes({ newest, oldest }: { newest: string; oldest: string }) {
  if (newest === oldest) return <TimeAgo at={newest} />;
  return (
    <>
      <TimeAgo at={oldest} /> – <TimeAgo at={newest} />
    </>
  );
}

type ExpandButtonProps = {
  count: number;
  /** What is repeated. */
  noun: "checks" | "runs";
  newest: string;
  isExpanded: boolean;
  onToggle(): void;
};

/** Shows the items of a joined row below it. */
export function ExpandButton({ count, noun, newest, isExpanded, onToggle }: ExpandButtonProps) {
  if (count === 1) return null;
  const label = isExpanded ? t("Collapse") : t("Show all");
  const values = { label, count, time: absoluteTime(newest) };
  return (
    <Button
      variant="quiet"
      aria-expanded={isExpanded}
      aria-label={
        noun === "checks"
          ? t("{label} {count} checks until {time}", values)
          : t("{label} {count} runs until {time}", values)
      }
      onClick={onToggle}
    >
      {label}
    </Button>
  );
}
