/** The style sheet of reports: system fonts, no image and no request; readable in mail clients and on paper. */
export const REPORT_STYLES = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 16px; background: #ffffff; color: #1c2430; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 960px; margin: 0 auto; }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 17px; break-after: avoid; }
p { margin: 4px 0; }
.muted { color: #566274; }
.summary { margin-top: 20px; }
.summary td { border: 0; padding: 0 32px 8px 0; text-align: left; white-space: nowrap; }
.summary .value { display: block; font-size: 22px; font-weight: 600; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
.summary table, table.summary { width: auto; }
th { text-align: left; font-weight: 600; color: #566274; border-bottom: 1px solid #b9c2ce; padding: 6px 8px 6px 0; vertical-align: bottom; }
td { border-bottom: 1px solid #e2e6eb; padding: 6px 8px 6px 0; vertical-align: top; }
th.number, td.number { text-align: right; white-space: nowrap; padding-left: 12px; }
td.name { overflow-wrap: anywhere; min-width: 140px; }
tr { break-inside: avoid; }
thead { display: table-header-group; }
.bad { color: #b3261e; font-weight: 600; }
.good { color: #1b6e3c; }
ol { margin: 8px 0; padding-left: 20px; font-size: 13px; }
li { margin: 4px 0; }
a { color: #1f5fbf; }
@media (max-width: 600px) { .summary td { display: inline-block; } }
@media (prefers-color-scheme: dark) {
  body { background: #12161c; color: #e4e8ee; }
  .muted, th { color: #a3aebd; }
  th { border-color: #4a5666; }
  td { border-color: #2b333e; }
  .bad { color: #ff8a80; }
  .good { color: #7fd6a0; }
  a { color: #8ab8ff; }
}
@media print {
  :root { color-scheme: light; }
  body { padding: 0; background: #ffffff; color: #000000; font-size: 11px; }
  .scroll { overflow: visible; }
  table, ol { font-size: 10px; }
}
`;
