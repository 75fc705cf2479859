import { type Markup, markup } from "./markup.ts";
import type { Section } from "./section.ts";

export function alertSection({ content, texts, figures }: Section): Markup {
  const { alerts } = content;
  if (alerts.alerts === 0) return markup`<h2>${texts.alerts}</h2><p>${texts.noAlerts}</p>`;
  return markup`<h2>${texts.alerts}</h2>
<p>${texts.alertSummary(alerts)}</p>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${texts.rule}</th><th scope="col" class="number">${texts.alerts}</th><th scope="col" class="number">${texts.noiseScore}</th></tr></thead><tbody>
${alerts.rules.map(
  (
    rule,
  ) => markup`<tr><td class="name">${rule.name}</td><td class="number">${figures.count(rule.alerts)}</td><td class="number">${figures.count(rule.score)}</td></tr>
`,
)}</tbody></table></div>`;
}
