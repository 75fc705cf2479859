import { StatFigure, StatFigures } from "../../../components/charts/stat-figure.tsx";
import { StatusBadge, type Tone } from "../../../components/status-badge.tsx";
import { responseText } from "../../../format.ts";
import { nounInSentence } from "../../../language/in-sentence.ts";
import { t } from "../../../language/t.ts";
import { type Rating, ratingOf, VITALS, type WebVitals } from "./web-vitals.ts";

const TONES: Record<Rating, Tone> = { good: "up", "needs improvement": "degraded", poor: "down" };
const WORDS: Record<Rating, string> = {
  good: t("Good"),
  "needs improvement": t("Needs improvement"),
  poor: t("Poor"),
};

/** Web vitals of the run: the worst value of each over all pages. */
export function WebVitalsFigures({ vitals }: { vitals: WebVitals }) {
  return (
    <section className="grid gap-3">
      <h2>{t("Web vitals")}</h2>
      <StatFigures>
        {VITALS.map((vital) => {
          const value = vitals[vital.field];
          const rating = value === null ? null : ratingOf(vital, value);
          return (
            <StatFigure
              key={vital.field}
              label={`${vital.short}: ${nounInSentence(vital.long)}`}
              value={vital.field === "cls" ? (value?.toFixed(3) ?? "–") : responseText(value)}
              note={
                rating ? (
                  // The longest rating is wider than its card on a phone.
                  <span className="*:whitespace-normal!">
                    <StatusBadge status={TONES[rating]} word={WORDS[rating]} />
                  </span>
                ) : (
                  t("not measured")
                )
              }
            />
          );
        })}
      </StatFigures>
    </section>
  );
}
