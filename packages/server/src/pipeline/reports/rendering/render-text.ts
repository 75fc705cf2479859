import type { ReportContent } from "../reading/report-content.ts";
import type { RenderOptions } from "./render-html.ts";
import { createReportFigures } from "./report-figures.ts";

/** The text part of the email: the figures of all targets together, and where the rest is. */
export function renderReportText(
  content: ReportContent,
  { texts, links }: Pick<RenderOptions, "texts" | "links">,
): string {
  const figures = createReportFigures(texts, content.timezone);
  const { total, goal } = content;
  const lines = [
    content.name,
    texts.period(figures.range(content), content.timezone),
    "",
    ...(content.targets.length === 0
      ? [texts.noTargets]
      : [
          `${texts.availability}: ${figures.percent(total.uptime)}`,
          ...(goal === null ? [] : [texts.goal(figures.percent(goal))]),
          `${texts.downtime}: ${figures.duration(total.downMs)}`,
          `${texts.outages}: ${figures.count(total.outages)}`,
          `${texts.notMeasured}: ${figures.duration(total.missedMs + total.unmeasuredMs)}`,
          `${texts.maintenance}: ${figures.duration(total.maintenanceMs)}`,
        ]),
    "",
    ...(links === null ? [] : [`${texts.openInVedette}: ${links.reportUrl}`]),
    ...(links?.unsubscribeUrl ? [`${texts.unsubscribe}: ${links.unsubscribeUrl}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
