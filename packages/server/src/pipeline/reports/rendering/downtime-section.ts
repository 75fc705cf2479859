import { type Markup, markup } from "./markup.ts";
import type { Section } from "./section.ts";

export function downtimeSection({ content, texts, figures }: Section): Markup {
  const { downtimes, total } = content;
  if (downtimes.length === 0) return markup`<h2>${texts.downtimes}</h2><p>${texts.noDowntimes}</p>`;
  return markup`<h2>${texts.downtimes}</h2>
${downtimes.length < total.outages ? markup`<p class="muted">${texts.longestDowntimes(downtimes.length, total.outages)}</p>` : null}
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${texts.start}</th><th scope="col">${texts.target}</th><th scope="col" class="number">${texts.duration}</th><th scope="col">${texts.cause}</th></tr></thead><tbody>
${downtimes.map(
  ({
    targetName,
    fromMs,
    toMs,
    isOngoing,
    cause,
  }) => markup`<tr><td>${figures.instant(fromMs)}</td><td class="name">${targetName}</td><td class="number">${figures.duration(toMs - fromMs)}${isOngoing ? markup` <span class="muted">${texts.ongoing}</span>` : null}</td><td class="name">${cause ?? texts.unknownCause}</td></tr>
`,
)}</tbody></table></div>`;
}
