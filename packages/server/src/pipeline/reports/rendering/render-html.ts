import type { ReportContent } from "../reading/report-content.ts";
import { alertSection } from "./alert-section.ts";
import { downtimeSection } from "./downtime-section.ts";
import { expirySection } from "./expiry-section.ts";
import { type Markup, markup } from "./markup.ts";
import { createReportFigures } from "./report-figures.ts";
import type { Section } from "./section.ts";
import { sloSection } from "./slo-section.ts";
import { REPORT_STYLES } from "./styles.ts";
import { groupSection, targetSection } from "./target-sections.ts";
import type { ReportTexts } from "./texts/report-texts.ts";

export type RenderOptions = {
  texts: ReportTexts;
  /** Targets that are shown; the rest of them is only in the CSV. */
  targetsMax: number;
  /** Of the report in the dashboard, and of the page that ends the emails; null without them. */
  links: { reportUrl: string; unsubscribeUrl: string | null } | null;
};

/** One complete HTML document without scripts and without requests. Everything that users named is escaped. */
export function renderReportHtml(
  content: ReportContent,
  { texts, targetsMax, links }: RenderOptions,
): string {
  const figures = createReportFigures(texts, content.timezone);
  const section = { content, texts, figures };
  const { html } = markup`<!doctype html>
<html lang="${texts.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${content.name}</title>
<style>${{ html: REPORT_STYLES }}</style>
</head>
<body>
<main>
${head(section)}
${content.targets.length === 0 ? markup`<p>${texts.noTargets}</p>` : sections(section, targetsMax)}
${methodSection(section)}
${links === null ? null : footer(section, links)}
</main>
</body>
</html>
`;
  return html;
}

function head({ content, texts, figures }: Section): Markup {
  const { total, goal, timezone } = content;
  const values = [
    [texts.availability, figures.percent(total.uptime)],
    [texts.downtime, figures.duration(total.downMs)],
    [texts.outages, figures.count(total.outages)],
    [texts.notMeasured, figures.duration(total.missedMs + total.unmeasuredMs)],
    [texts.maintenance, figures.duration(total.maintenanceMs)],
  ] as const;
  return markup`<h1>${content.name}</h1>
<p>${content.organizationName} · ${texts.period(figures.range(content), timezone)}</p>
<p class="muted">${goal === null ? null : `${texts.goal(figures.percent(goal))} · `}${texts.created(figures.instant(content.createdMs))}</p>
<table class="summary" role="presentation"><tr>${values.map(
    ([label, value]) =>
      markup`<td><span class="value">${value}</span> <span class="muted">${label}</span></td>`,
  )}</tr></table>`;
}

function sections(section: Section, targetsMax: number): Markup {
  return markup`${groupSection(section)}
${targetSection(section, targetsMax)}
${downtimeSection(section)}
${sloSection(section)}
${alertSection(section)}
${expirySection(section)}`;
}

function methodSection({ content, texts }: Section): Markup {
  const lines = texts.methodLines({ excludesMaintenance: content.excludesMaintenance });
  return markup`<h2>${texts.method}</h2>
<ol class="muted">${lines.map((line) => markup`<li>${line}</li>`)}</ol>`;
}

function footer({ content, texts }: Section, links: NonNullable<RenderOptions["links"]>): Markup {
  const { reportUrl, unsubscribeUrl } = links;
  const unsubscribe =
    unsubscribeUrl === null ? null : markup` · <a href="${unsubscribeUrl}">${texts.unsubscribe}</a>`;
  return markup`<p class="muted">${texts.whyReceived(content.organizationName)}</p>
<p><a href="${reportUrl}">${texts.openInVedette}</a>${unsubscribe}</p>`;
}
