import { type Markup, markup } from "./markup.ts";
import type { Section } from "./section.ts";

const DAY_MS = 86_400_000;

export function expirySection({ content, texts, figures }: Section): Markup {
  const { expiring, createdMs } = content;
  if (expiring.length === 0) return markup`<h2>${texts.expiring}</h2><p>${texts.noExpiring}</p>`;
  return markup`<h2>${texts.expiring}</h2>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${texts.target}</th><th scope="col"></th><th scope="col">${texts.expires}</th></tr></thead><tbody>
${expiring.map(
  ({
    targetName,
    what,
    atMs,
  }) => markup`<tr><td class="name">${targetName}</td><td>${texts[what]}</td><td>${figures.date(atMs)} <span class="muted">${texts.daysLeft(Math.floor((atMs - createdMs) / DAY_MS))}</span></td></tr>
`,
)}</tbody></table></div>`;
}
