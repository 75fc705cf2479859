/** The maxima and the choices of reports. Separate from the schemas so that clients do not load zod. */

export const REPORTS_MAX = 100;
export const REPORT_RECIPIENTS_MAX = 50;
/** Targets of one report: a month of so many, with 27,000 outages and 10 SLOs, took 14 s on two cores with a load of 25. */
export const REPORT_TARGETS_MAX = 1_000;
export const REPORT_DAYS_MAX = 366;
export const GOAL_MIN = 50;
export const GOAL_MAX = 100;
/** Reports that a member sends to themselves, in an hour. */
export const REPORTS_SENT_PER_HOUR = 20;

export const REPORT_PERIODS = ["week", "month", "quarter"] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

export const REPORT_FORMATS = ["html", "pdf", "csv"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const REPORT_LANGUAGES = ["en", "de"] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** The days of one export of results, incidents or uptime. */
export const EXPORT_DAYS_MAX = { results: 31, incidents: 366, uptime: 366 } as const;
