import type { ReportLanguage } from "@vedette/contract/reports/report-limits.ts";
import { ENGLISH } from "./english.ts";
import { GERMAN } from "./german.ts";
import type { ReportTexts } from "./report-texts.ts";

export const REPORT_TEXTS: Record<ReportLanguage, ReportTexts> = { en: ENGLISH, de: GERMAN };
