/** What a release fixture reads from the API: each kind of resource, and what is computed from results. */
export function urlsOf(
  ids: Readonly<Record<string, string>>,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): string[] {
  const range = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`;
  const lists = [
    ...[
      "monitors",
      "api-monitors",
      "journeys",
      "heartbeats",
      "targets",
      "groups",
      "runs",
      "trash",
      "variables",
      "views",
    ],
    ...["alerts", "alerts/channels", "alerts/rules", "escalation-policies", "schedules", "slos", "reports"],
    ...["incidents", "maintenance-windows", "markers", "status-pages", "telemetry-exporters", "code/trusts"],
    ...["api-keys", "targets/summary", "incidents/settings"],
  ];
  const pageId = ids["status-pages"];
  const one = [
    ...[
      "monitors",
      "api-monitors",
      "journeys",
      "heartbeats",
      "groups",
      "runs",
      "incidents",
      "slos",
      "schedules",
    ],
    ...["escalation-policies", "maintenance-windows", "status-pages", "reports", "api-keys"],
  ];
  return [
    ...lists,
    ...one.map((name) => `${name}/${ids[name]}`),
    `monitors/${ids.monitors}/stats?${range}`,
    `monitors/${ids.monitors}/results?${range}&limit=50`,
    `targets/${ids.monitors}/outages?${range}`,
    `targets/${ids.monitors}/evidence`,
    `uptime/daily?days=3`,
    `runs/${ids.runs}/steps`,
    `alerts/${ids.alerts}`,
    `alerts/rules/${ids.rules}`,
    `alerts/channels/${ids.channels}`,
    `incidents/${ids.incidents}/timeline`,
    ...["components", "component-groups", "incidents", "domains", "subscribers", "status"].map(
      (name) => `status-pages/${pageId}/${name}`,
    ),
    `organizations/${ids.organizations}`,
    `organizations/${ids.organizations}/members`,
  ].map((path) => `/api/v1/${path}`);
}
