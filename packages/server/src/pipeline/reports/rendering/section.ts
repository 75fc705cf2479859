import type { ReportContent } from "../reading/report-content.ts";
import type { ReportFigures } from "./report-figures.ts";
import type { ReportTexts } from "./texts/report-texts.ts";

/** What every section of a report needs. */
export type Section = { content: ReportContent; texts: ReportTexts; figures: ReportFigures };
