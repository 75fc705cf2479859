import type { Availability, ReportedFigures, ResponseFigures } from "../reading/report-content.ts";
import { type Markup, markup } from "./markup.ts";
import type { Section } from "./section.ts";

/** The tables of groups and targets. */

const INDENT_PX = 16;

export function groupSection(section: Section): Markup | null {
  const { content, texts } = section;
  if (content.groups.length === 0) return null;
  return markup`<h2>${texts.groups}</h2>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${texts.group}</th>${headings(section)}</tr></thead><tbody>
${content.groups.map(
  (
    group,
  ) => markup`<tr><td class="name" style="padding-left:${group.depth * INDENT_PX}px">${group.name}</td>${cells(section, group)}</tr>
`,
)}</tbody></table></div>`;
}

/** The lowest availability first; targets without data come last. */
export function targetSection(section: Section, targetsMax: number): Markup {
  const { content, texts, figures } = section;
  const sorted = content.targets.toSorted((one, other) => rank(one) - rank(other));
  const shown = sorted.slice(0, targetsMax);
  const hasBefore = shown.some(({ responseBefore }) => responseBefore.p50 !== null);
  return markup`<h2>${texts.targets}</h2>
${shown.length < sorted.length ? markup`<p class="muted">${texts.moreTargets(shown.length, sorted.length)}</p>` : null}
${content.goal === null ? null : markup`<p>${goalCount(section, content.goal)}</p>`}
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${texts.target}</th>${headings(section)}<th scope="col" class="number">${texts.p50}</th><th scope="col" class="number">${texts.p95}</th></tr></thead><tbody>
${shown.map(
  (
    target,
  ) => markup`<tr><td class="name">${target.name}${target.groupName === null ? null : markup` <span class="muted">${target.groupName}</span>`}</td>${cells(section, target)}${responseCell(section, target, "p50")}${responseCell(section, target, "p95")}</tr>
`,
)}</tbody></table></div>
${hasBefore ? markup`<p class="muted">${texts.before(figures.range(content.before))}</p>` : null}`;
}

const rank = ({ uptime }: ReportedFigures): number => uptime ?? Number.POSITIVE_INFINITY;

function headings({ content, texts }: Section): Markup {
  const names = [
    texts.availability,
    ...(content.goal === null ? [] : [texts.goalColumn]),
    ...[texts.downtime, texts.outages, texts.maintenance, texts.notMeasured],
  ];
  return markup`${names.map((name) => markup`<th scope="col" class="number">${name}</th>`)}`;
}

function cells({ content, texts, figures }: Section, of: Availability): Markup {
  const { goal } = content;
  return markup`<td class="number">${figures.percent(of.uptime)}</td>${goal === null ? null : goalCell(of, { goal, texts })}<td class="number">${figures.duration(of.downMs)}</td><td class="number">${figures.count(of.outages)}</td><td class="number">${figures.duration(of.maintenanceMs)}</td><td class="number">${figures.duration(of.missedMs + of.unmeasuredMs)}</td>`;
}

function goalCell(
  { uptime }: Availability,
  { goal, texts }: { goal: number; texts: Section["texts"] },
): Markup {
  if (uptime === null) return markup`<td class="number muted">${texts.noData}</td>`;
  return uptime >= goal
    ? markup`<td class="number good">${texts.goalMet}</td>`
    : markup`<td class="number bad">${texts.goalMissed}</td>`;
}

function goalCount({ content, texts }: Section, goal: number): string {
  const measured = content.targets.flatMap(({ uptime }) => (uptime === null ? [] : [uptime]));
  const met = measured.filter((uptime) => uptime >= goal).length;
  return texts.goalCount(met, measured.length - met);
}

function responseCell({ figures }: Section, target: ReportedFigures, of: keyof ResponseFigures): Markup {
  const before = target.responseBefore[of];
  return markup`<td class="number">${figures.milliseconds(target.response[of])}${before === null ? null : markup` <span class="muted">(${figures.milliseconds(before)})</span>`}</td>`;
}
