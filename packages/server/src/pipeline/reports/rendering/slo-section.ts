import type { ReportedSlo } from "../reading/report-content.ts";
import { type Markup, markup } from "./markup.ts";
import type { Section } from "./section.ts";

export function sloSection(section: Section): Markup {
  const { content, texts } = section;
  const { slos, slosOmitted } = content;
  if (slos.length === 0) return markup`<h2>${texts.slos}</h2><p>${texts.noSlos}</p>`;
  return markup`<h2>${texts.slos}</h2>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${texts.slo}</th><th scope="col">${texts.window}</th><th scope="col" class="number">${texts.objective}</th><th scope="col" class="number">${texts.attainment}</th><th scope="col" class="number">${texts.budgetLeft}</th></tr></thead><tbody>
${slos.map((slo) => row(section, slo))}</tbody></table></div>
${slosOmitted === 0 ? null : markup`<p class="muted">${texts.slosOmitted(slosOmitted)}</p>`}`;
}

function row({ texts, figures }: Section, { name, measured, problem }: ReportedSlo): Markup {
  if (measured === null)
    return markup`<tr><td class="name">${name}</td><td colspan="4" class="muted">${problem}</td></tr>
`;
  const { window, objective, attainment, budget, state } = measured;
  return markup`<tr><td class="name">${name}</td><td>${texts.windows[window]}</td><td class="number">${figures.percent(objective)}</td><td class="number ${state === "missed" ? "bad" : ""}">${figures.percent(attainment)}</td><td class="number">${figures.percent(budget?.left_percentage ?? null)}</td></tr>
`;
}
