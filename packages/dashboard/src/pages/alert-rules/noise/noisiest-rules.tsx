import { Link } from "@tanstack/react-router";
import type { NoiseReport, RuleNoise } from "@vedette/contract/alerts/rule-noise.ts";
import { t } from "../../../language/t.ts";

const SHOWN = 3;

/** The three noisiest rules of the month, with what makes their noise; nothing without noise. */
export function NoisiestRules({ report }: { report: NoiseReport | undefined }) {
  const noisy = report?.rules.filter(({ score }) => score > 0).slice(0, SHOWN) ?? [];
  if (noisy.length === 0) return null;
  return (
    <section className="card mb-6 grid gap-3 p-6" aria-labelledby="noisiest">
      <div>
        <h2 id="noisiest">{t("Noisiest rules this month")}</h2>
        <p className="text-soft">
          {t("A score of 0 to 100: alerts that were brief, repeated, at night or not acknowledged.")}
        </p>
      </div>
      <ol className="grid gap-3 md:grid-cols-3">
        {noisy.map((rule) => (
          <li key={rule.rule_id} className="min-w-0 rounded-lg bg-raised px-4 py-3">
            <div className="flex items-baseline justify-between gap-3">
              <Link
                to="/alerts/rules/$id"
                params={{ id: rule.rule_id }}
                className="min-w-0 font-semibold wrap-anywhere hover:underline"
              >
                {rule.name}
              </Link>
              <span className="text-2xl font-semibold tabular-nums">{rule.score}</span>
            </div>
            <p className="text-[0.8125rem] text-soft">{noiseText(rule)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** "31 alerts: 24 brief, 8 repeated, 6 at night, 2 acknowledged" */
function noiseText({ alerts, brief, repeated, at_night: atNight, acknowledged }: RuleNoise): string {
  const parts = [
    ...(brief > 0 ? [t("{brief} brief", { brief })] : []),
    ...(repeated > 0 ? [t("{repeated} repeated", { repeated })] : []),
    ...(atNight > 0 ? [t("{atNight} at night", { atNight })] : []),
    t("{acknowledged} acknowledged", { acknowledged }),
  ];
  return t("{alerts, plural, one {# alert} other {# alerts}}: {parts}", { alerts, parts: parts.join(", ") });
}
